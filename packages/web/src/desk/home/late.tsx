// What will be late: stale indicators that will be withdrawn, then inputs that lose points soon.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useRead } from '../../api/acts.ts';
import { PathLink } from '../../frame/path-link.tsx';
import { useNow } from '../../ui/clock.ts';
import { count, hundredths, inWords, plural, until, withDates } from '../../ui/words.ts';
import { HomeList, type HomeRow } from './home-list.tsx';

type StaleProvider = AnswerOf<'desk.home'>['stale'][number];
type Due = AnswerOf<'due.list'>['data'][number];

const MOST = 7;

export interface LateProps {
  stale: readonly StaleProvider[] | undefined;
  staleCount: number;
}

export function Late({ stale, staleCount }: LateProps) {
  const now = useNow();
  const due = useRead('due.list', { limit: MOST }).data?.data;
  const withdrawn = (stale ?? []).map(
    ({ slug, name, withdrawn_at, reason }): HomeRow => ({
      key: `stale/${slug}`,
      to: `/desk/providers/${slug}`,
      name,
      figure: withdrawn_at > now ? `withdrawn ${until(withdrawn_at, now)}` : 'withdrawn with the next check',
      detail: withDates(reason),
    }),
  );
  const rows = [...withdrawn, ...(due ?? []).map(dueRow)];
  return (
    <HomeList
      title="Will be late"
      rows={stale === undefined || due === undefined ? undefined : rows}
      empty="No evidence is in the last third of its time."
      more={
        <>
          <PathLink to="/desk/due">Due board</PathLink>
          {staleCount > MOST ? ` · ${count(staleCount)} stale indicators` : ''}
        </>
      }
    />
  );
}

function dueRow({ slug, name, input, is_gate, days_left, points_at_stake, band_if_lost }: Due): HomeRow {
  const lost = is_gate || band_if_lost === null ? 'the score' : `${hundredths(points_at_stake)} points`;
  return {
    key: `${slug}/${input}`,
    to: `/desk/providers/${slug}`,
    name,
    figure: figureOf(days_left),
    detail: `${inWords(input)} · ${lost} at stake`,
  };
}

function figureOf(daysLeft: number | null): string {
  if (daysLeft === null) return 'no evidence';
  return daysLeft <= 0 ? 'losing points' : `${plural(daysLeft, 'day')} left`;
}
