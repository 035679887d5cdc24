// A workspace that is in use: problems first, then quota and usage.

import { useRead } from '../../api/acts.ts';
import { useNow } from '../../ui/clock.ts';
import { Meter } from '../../ui/meter.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { plural, tierName } from '../../ui/words.ts';
import { UsageSection } from '../usage-section.tsx';
import { Attention } from './attention.tsx';
import styles from './overview.module.css';
import type { Endpoint, ListedKey, ShownWorkspace } from './progress.ts';
import { usageFinding } from './usage-finding.ts';
import { UsageByKey, UsageByOperation } from './usage-tables.tsx';

const QUOTA_EVERY_MS = 5000;

export interface StateProps {
  workspace: ShownWorkspace;
  keys: readonly ListedKey[];
  endpoints: readonly Endpoint[];
}

export function State({ workspace, keys, endpoints }: StateProps) {
  const now = useNow();
  const usage = useRead('usage.totals', {});
  useRead('workspaces.show', {}, { everyMs: QUOTA_EVERY_MS });
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
