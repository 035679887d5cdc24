// A workspace that is in use: problems first, then quota and usage.

import { Link, useParams } from '@tanstack/react-router';
import { useRead } from '../../api/acts.ts';
import { useNow } from '../../ui/clock.ts';
import { DaysLeft } from '../../ui/days-left.tsx';
import { plural, tierName } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { UsageSection, useQuotas } from '../usage-section.tsx';
import { type Concern, concernsOf, type StateProps } from './concerns.ts';
import styles from './overview.module.css';
import { usageFinding } from './usage-finding.ts';
import { UsageByKey, UsageByOperation } from './usage-tables.tsx';

export function WorkspaceState({ workspace, keys, endpoints }: StateProps) {
  const now = useNow();
  const usage = useRead('usage.totals', {});
  useQuotas();
  return (
    <>
      <Attention workspace={workspace} keys={keys} endpoints={endpoints} now={now} />
      <div className={styles.columns}>
        <Section title="Quota, this hour">
          <div className={styles.meters}>
            {workspace.quotas.toReversed().map(({ tier, used, limit, keys: sharing, next_at }) => (
              <Meter
                key={tier}
                label={tierName(tier)}
                used={used}
                limit={limit}
                nextAt={next_at}
                note={sharing === 1 ? '1 key uses it' : `${plural(sharing, 'key')} share it`}
              />
            ))}
            <p className={styles.note}>A request counts for 60 minutes. Refused requests do not count.</p>
          </div>
        </Section>
        {usage.error === null || usage.data !== undefined ? (
          <UsageSection
            title={usage.data === undefined ? 'Usage' : usageFinding(usage.data)}
            label="Requests of all keys"
            days={usage.data?.by_day}
            now={now}
            height={160}
          />
        ) : (
          <ProblemBox error={usage.error} onRetry={() => void usage.refetch()} />
        )}
        <UsageByKey usage={usage.data} />
        <UsageByOperation usage={usage.data} />
      </div>
    </>
  );
}

/** What needs attention, the most urgent first, each with its one act. */
function Attention(props: StateProps & { now: number }) {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const concerns = concernsOf(props);
  if (concerns.length === 0) return null;
  return (
    <Section
      title={
        concerns.length === 1
          ? '1 thing needs attention'
          : `${plural(concerns.length, 'thing')} need attention`
      }
    >
      <Table<Concern>
        label="What needs attention"
        columns={[
          { head: 'What', cell: ({ name }) => name },
          { head: 'State', isFixed: true, cell: ({ kind, word }) => <State kind={kind}>{word}</State> },
          { head: 'Why', isMinor: 'plain', cell: ({ sentence }) => sentence },
          {
            head: 'Time left',
            isFixed: true,
            isMinor: 'plain',
            cell: ({ until, span }) =>
              until === null ? '·' : <DaysLeft until={until} span={span} now={props.now} />,
          },
          {
            head: 'Act',
            isFixed: true,
            isMinor: 'plain',
            cell: ({ act, to, search }) => (
              <Link to={to} params={{ workspace }} search={search}>
                {act}
              </Link>
            ),
          },
        ]}
        rows={concerns}
        keyOf={({ id }) => id}
        empty=""
      />
    </Section>
  );
}
