// The columns of the list of providers.

import { Link } from '@tanstack/react-router';
import { typeName } from '../../charts/type-names.ts';
import { BandChip, bandName } from '../../ui/band.tsx';
import { count, hundredths, plural } from '../../ui/format.ts';
import { State, type StateKind } from '../../ui/state.tsx';
import { type Column, NotApplicable, ROW_LINK } from '../../ui/table.tsx';
import { inputName } from '../input-names.ts';
import styles from './provider-columns.module.css';
import { isWaiting, type ListedProvider, standingWord } from './provider-words.ts';

export const PROVIDER_COLUMNS: readonly Column<ListedProvider>[] = [
  {
    head: 'Provider',
    width: 280,
    text: ({ name }) => name,
    cell: ({ slug, name }) => (
      <Link to="/desk/providers/$slug" params={{ slug }} className={ROW_LINK}>
        {name}
      </Link>
    ),
  },
  {
    head: 'Type',
    width: 88,
    isExtra: true,
    text: ({ planner_type }) => (planner_type === null ? null : typeName(planner_type)),
    cell: ({ planner_type }) =>
      planner_type === null ? <span className="muted">no evidence</span> : typeName(planner_type),
  },
  {
    head: 'Score',
    width: 72,
    isFigure: true,
    text: ({ score }) => (score === null ? null : hundredths(score)),
    cell: ({ score }) => (score === null ? <NotApplicable /> : hundredths(score)),
  },
  {
    head: 'Band',
    width: 152,
    isFixed: true,
    isMinor: 'plain',
    text: ({ band }) => (band === null ? null : bandName(band)),
    cell: ({ band }) => (band === null ? <NotApplicable /> : <BandChip band={band} />),
  },
  {
    head: 'Standing',
    width: 136,
    isFixed: true,
    isMinor: 'plain',
    text: standingWord,
    cell: (provider) => <Standing provider={provider} />,
  },
  {
    head: 'Next evidence due',
    width: 264,
    isMinor: true,
    text: ({ next_due }) => next_due?.loses_from ?? null,
    cell: ({ next_due }) => (next_due === null ? <NotApplicable /> : <NextDue {...next_due} />),
  },
  {
    head: 'Proposals',
    width: 88,
    isFigure: true,
    isExtra: true,
    text: ({ open_proposals }) => open_proposals,
    cell: ({ open_proposals }) => (open_proposals === 0 ? <NotApplicable /> : count(open_proposals)),
  },
  {
    head: 'Contested',
    width: 88,
    isFigure: true,
    isExtra: true,
    text: ({ contested }) => contested.length,
    cell: ({ contested }) => (contested.length === 0 ? <NotApplicable /> : count(contested.length)),
  },
  {
    head: 'Assignee',
    width: 120,
    isExtra: true,
    text: ({ assignees }) => assignees.join(', '),
    cell: ({ assignees }) => (assignees.length === 0 ? <NotApplicable /> : assignees.join(', ')),
  },
];

const KINDS: Readonly<Record<ListedProvider['standing'], StateKind>> = {
  published: 'good',
  stale: 'waiting',
  withdrawn: 'off',
  unpublished: 'off',
};

function Standing({ provider }: { provider: ListedProvider }) {
  if (isWaiting(provider)) return <State kind="waiting">committee</State>;
  const kind = provider.retired_at === null ? KINDS[provider.standing] : 'off';
  return <State kind={kind}>{standingWord(provider)}</State>;
}

/** "in 6 days: Insolvency status". It stays in one line, so that all rows are of one height. */
function NextDue({ input, days_left }: NonNullable<ListedProvider['next_due']>) {
  const when =
    days_left > 0
      ? `in ${plural(days_left, 'day')}`
      : days_left === 0
        ? 'today'
        : `${plural(-days_left, 'day')} late`;
  const words = `${when}: ${inputName(input)}`;
  return (
    <span className={styles.line} title={words}>
      {words}
    </span>
  );
}
