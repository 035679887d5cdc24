// One key: its usage, its limits, and what can be done with it.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.ts';
import { count, plural, tierName } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Day } from '../../ui/instant.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { IfMay, useMay } from '../person.tsx';
import { UsageSection, useQuotas } from '../usage-section.tsx';
import { LastUse } from './key.tsx';
import { RevokeKey, RotateKey, UpgradeKey } from './key-acts.tsx';
import { isEnded, type Key, SCOPE_WORDS } from './key-state.ts';
import { TryKey } from './key-trial.tsx';
import styles from './keys.module.css';
import { Rotation, rotationOf } from './rotation.tsx';

type Question = 'rotate' | 'revoke' | 'upgrade';

interface KeyPanelProps {
  apiKey: Key;
  keys: readonly Key[];
  onClose: () => void;
}

export function KeyPanel({ apiKey, keys, onClose }: KeyPanelProps) {
  const { id, name, prefix, effective_tier, scope, created_at, created_by_name } = apiKey;
  const now = useNow();
  const isActive = !isEnded(apiKey, now);
  const may = useMay('keys.rotate');
  const usage = useRead('usage.totals', { key: id });
  const workspaceTier = useRead('workspaces.show', {}).data?.tier ?? effective_tier;
  // A key never has a higher tier than its workspace, so another tier is a lower one.
  const higherTier = workspaceTier === effective_tier ? null : workspaceTier;
  const rotation = rotationOf(apiKey, keys, now);
  const [asking, setAsking] = useState<Question | null>(null);
  const settled = () => setAsking(null);
  return (
    <Panel
      title={name}
      facts={
        <>
          <span className="mono">{prefix}</span> · {tierName(effective_tier)}
          {scope === null ? '' : ` · ${SCOPE_WORDS[scope].toLowerCase()}`} · created by {created_by_name},{' '}
          <Day at={created_at} />
        </>
      }
      onClose={onClose}
    >
      {usage.error === null || usage.data !== undefined ? (
        <UsageSection
          title={usageTitle(usage.data)}
          label={`Requests with ${name}`}
          days={usage.data?.by_day}
          now={now}
        />
      ) : (
        <ProblemBox error={usage.error} onRetry={() => void usage.refetch()} />
      )}
      {isActive ? (
        <>
          <KeyLimits apiKey={apiKey} />
          {rotation !== null ? (
            <Rotation rotation={rotation} now={now} />
          ) : may ? (
            <Section title="Rotate">
              <p className="plain">
                A new key replaces this one. Both work for a while, so that no call fails while you change
                over.
              </p>
              <Acts>
                <Button onPress={() => setAsking('rotate')}>Rotate {name}…</Button>
              </Acts>
            </Section>
          ) : null}
          {higherTier === null || !may ? null : (
            <Section title="Upgrade">
              <p className="plain">
                Your workspace is {tierName(higherTier)}. The key itself stays the same: its programs need no
                change.
              </p>
              <Acts>
                <Button onPress={() => setAsking('upgrade')}>Upgrade to {tierName(higherTier)}…</Button>
              </Acts>
            </Section>
          )}
          {scope === null ? <TryKey prefix={prefix} /> : null}
          <IfMay act="keys.revoke">
            <Section title="Revoke">
              <p className="plain">
                Ends this key on every node within a second. <LastUse apiKey={apiKey} />
              </p>
              <Acts>
                <Button onPress={() => setAsking('revoke')}>
                  <CrossGlyph /> Revoke {name}…
                </Button>
              </Acts>
            </Section>
          </IfMay>
        </>
      ) : null}
      {asking === 'rotate' ? <RotateKey apiKey={apiKey} onClose={settled} /> : null}
      {asking === 'revoke' ? <RevokeKey apiKey={apiKey} onClose={settled} /> : null}
      {asking === 'upgrade' ? <UpgradeKey apiKey={apiKey} tier={higherTier!} onClose={settled} /> : null}
    </Panel>
  );
}

function usageTitle(usage: { accepted: number; refused: number } | undefined): string {
  if (usage === undefined) return 'Requests';
  if (usage.accepted === 0 && usage.refused === 0) return 'No requests in 30 days';
  return `${plural(usage.accepted, 'request')}, ${count(usage.refused)} refused`;
}

/** How much of its limits a key has used this hour. */
function KeyLimits({ apiKey: { id, effective_tier } }: { apiKey: Key }) {
  const workspace = useQuotas();
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
