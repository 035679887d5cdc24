// A workspace that is in use: quota and usage.

import { useRead } from '../../api/acts.ts';
import { useNow } from '../../ui/clock.ts';
import { plural, tierName } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { UsageSection, useQuotas } from '../usage-section.tsx';
import type { StateProps } from './concerns.ts';
import styles from './overview.module.css';
import { usageFinding } from './usage-finding.ts';
import { UsageByKey, UsageByOperation } from './usage-tables.tsx';

export function WorkspaceState({ workspace, keys }: Omit<StateProps, 'endpoints'>) {
  const now = useNow();
  const usage = useRead('usage.totals', {});
  useQuotas();
  return (
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
      <UsageByKey usage={usage.data} keys={keys} now={now} />
      <UsageByOperation usage={usage.data} />
    </div>
  );
}
