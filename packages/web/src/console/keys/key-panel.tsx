// One key: its usage, its limits, and what can be done with it.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Day } from '../../ui/instant.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { count, plural, tierName } from '../../ui/words.ts';
import { mayManageKeys, usePerson } from '../person.ts';
import { UsageSection } from '../usage-section.tsx';
import { isEnded, type Key } from './key.ts';
import { KeyLimits } from './key-limits.tsx';
import { LastUse } from './last-use.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { Rotation, rotationOf } from './rotation.tsx';
import { TryKey } from './try-key.tsx';
import { UpgradeKey, useHigherTier } from './upgrade-key.tsx';

type Question = 'rotate' | 'revoke' | 'upgrade';

const NOT_ALLOWED = 'viewers cannot change keys';

export interface KeyPanelProps {
  apiKey: Key;
  keys: readonly Key[];
  onClose: () => void;
}

export function KeyPanel({ apiKey, keys, onClose }: KeyPanelProps) {
  const { id, name, prefix, effective_tier, created_at, created_by_name } = apiKey;
  const now = useNow();
  const isActive = !isEnded(apiKey, now);
  const notAllowed = mayManageKeys(usePerson()) ? null : NOT_ALLOWED;
  const usage = useRead('usage.totals', { key: id });
  const higherTier = useHigherTier(apiKey);
  const rotation = rotationOf(apiKey, keys, now);
  const [asking, setAsking] = useState<Question | null>(null);
  const settled = () => setAsking(null);
  return (
    <Panel
      title={name}
      facts={
        <>
          <span className="mono">{prefix}</span> · {tierName(effective_tier)} · created by {created_by_name},{' '}
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
          {rotation === null ? (
            <Section title="Rotate">
              <p className="plain">
                A new key replaces this one. Both work for a while, so that no call fails while you change
                over.
              </p>
              <Acts>
                <Button notAllowed={notAllowed} onPress={() => setAsking('rotate')}>
                  Rotate {name}…
                </Button>
              </Acts>
            </Section>
          ) : (
            <Rotation rotation={rotation} now={now} notAllowed={notAllowed} />
          )}
          {higherTier === null ? null : (
            <Section title="Upgrade">
              <p className="plain">
                Your workspace is {tierName(higherTier)}. The key itself stays the same: its programs need no
                change.
              </p>
              <Acts>
                <Button notAllowed={notAllowed} onPress={() => setAsking('upgrade')}>
                  Upgrade to {tierName(higherTier)}…
                </Button>
              </Acts>
            </Section>
          )}
          <TryKey prefix={prefix} />
          <Section title="Revoke">
            <p className="plain">
              Ends this key on every node within a second. <LastUse apiKey={apiKey} />
            </p>
            <Acts>
              <Button notAllowed={notAllowed} onPress={() => setAsking('revoke')}>
                <CrossGlyph /> Revoke {name}…
              </Button>
            </Acts>
          </Section>
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
