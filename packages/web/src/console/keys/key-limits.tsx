// How much of its limits a key has used this hour.

import { useRead } from '../../api/acts.ts';
import { Meter } from '../../ui/meter.tsx';
import { Section } from '../../ui/section.tsx';
import { tierName } from '../../ui/words.ts';
import type { Key } from './key.ts';
import styles from './keys.module.css';

const EVERY_MS = 10_000;

export function KeyLimits({ apiKey: { id, effective_tier } }: { apiKey: Key }) {
  const { data: workspace } = useRead('workspaces.show', {}, { everyMs: EVERY_MS });
  const shared = workspace?.quotas.find(({ tier }) => tier === effective_tier);
  const own = workspace?.own_limits.find(({ key_id }) => key_id === id);
  return (
    <Section title="Limits, this hour">
      <div className={styles.meters}>
        {own === undefined ? null : (
          <Meter label="This key" used={own.used} limit={own.limit} nextAt={own.next_at} />
        )}
        {shared === undefined ? null : (
          <Meter
            label={`All ${tierName(effective_tier)} keys`}
            used={shared.used}
            limit={shared.limit}
            nextAt={shared.next_at}
          />
        )}
      </div>
    </Section>
  );
}
