// One key: its usage, its limit, and what can be done with it.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.ts';
import { DailyBars } from '../../ui/daily-bars.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Ago, Instant } from '../../ui/instant.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { count, plural, tierName } from '../../ui/words.ts';
import { mayManageKeys, usePerson } from '../person.ts';
import { IssuedKey } from './issued-key.tsx';
import { isEnded, type Key } from './key.ts';

export interface KeyPanelProps {
  apiKey: Key;
  onClose: () => void;
}

export function KeyPanel({ apiKey, onClose }: KeyPanelProps) {
  const { id, name, prefix, effective_tier, created_at, last_used_at } = apiKey;
  const now = useNow();
  const isActive = !isEnded(apiKey, now);
  const may = mayManageKeys(usePerson());
  const usage = useRead('usage.list', {});
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const days = usage.data?.data.filter(({ key_id }) => key_id === id);
  const accepted = sum(days?.map((day) => day.accepted));
  const refused = sum(days?.map((day) => day.refused));
  return (
    <Panel
      title={name}
      facts={
        <>
          <span className="mono">{prefix}</span> · {tierName(effective_tier)} · created{' '}
          <Instant at={created_at} />
        </>
      }
      onClose={onClose}
    >
      <Section
        title={
          usage.data === undefined ? 'Requests' : `${plural(accepted, 'request')}, ${count(refused)} refused`
        }
        note="30 UTC days"
      >
        {usage.error === null ? (
          <DailyBars days={days} label={`Requests with ${name}`} now={now} />
        ) : (
          <ProblemBox error={usage.error} onRetry={() => void usage.refetch()} />
        )}
      </Section>
      {isActive ? (
        <>
          <Section title="Rotate">
            <p className="plain">
              A new key replaces this one, which works on for a while, so that no call fails while you change
              over.
            </p>
            <Acts>
              <Button notAllowed={may ? null : NOT_ALLOWED} onPress={() => setAsking('rotate')}>
                Rotate {name}…
              </Button>
            </Acts>
          </Section>
          <Section title="Revoke">
            <p className="plain">
              Ends this key on every node within a second.{' '}
              {last_used_at === null ? (
                'It was not used yet.'
              ) : (
                <>
                  Last use was <Ago at={last_used_at} />.
                </>
              )}
            </p>
            <Acts>
              <Button notAllowed={may ? null : NOT_ALLOWED} onPress={() => setAsking('revoke')}>
                <CrossGlyph /> Revoke {name}…
              </Button>
            </Acts>
          </Section>
        </>
      ) : null}
      {asking === 'rotate' ? <Rotate apiKey={apiKey} onClose={() => setAsking(null)} /> : null}
      {asking === 'revoke' ? (
        <Revoke apiKey={apiKey} requests={lastDay(days)} onClose={() => setAsking(null)} />
      ) : null}
    </Panel>
  );
}

const NOT_ALLOWED = 'viewers cannot change keys';

function sum(values: readonly number[] | undefined): number {
  return (values ?? []).reduce((total, value) => total + value, 0);
}

function lastDay(days: AnswerOf<'usage.list'>['data'] | undefined): number {
  const newest = days?.[0];
  const today = new Date().toISOString().slice(0, 10);
  return newest?.day === today ? newest.accepted : 0;
}

const GRACE = [
  { hours: 0, label: 'At once' },
  { hours: 1, label: 'In an hour' },
  { hours: 24, label: 'In 24 hours' },
  { hours: 168, label: 'In 7 days' },
] as const;

function Rotate({ apiKey: { name, prefix }, onClose }: { apiKey: Key; onClose: () => void }) {
  const rotate = useAct('keys.rotate', ['keys']);
  const [hours, setHours] = useState(24);
  const [issued, setIssued] = useState<AnswerOf<'keys.rotate'> | null>(null);
  if (issued !== null) return <IssuedKey issued={issued} onClose={onClose} />;
  return (
    <Dialog
      title={`Rotate ${name}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Cancel
          </Button>
          <Button
            kind="primary"
            busy={rotate.isPending && 'Rotating…'}
            onPress={() => rotate.mutate({ key: prefix, grace_hours: hours }, { onSuccess: setIssued })}
          >
            Rotate {name}
          </Button>
        </>
      }
    >
      <SelectField
        label="When the old key ends"
        help="Its callers get 401 from then on."
        value={hours}
        onChange={({ target }) => setHours(Number(target.value))}
      >
        {GRACE.map((grace) => (
          <option key={grace.hours} value={grace.hours}>
            {grace.label}
          </option>
        ))}
      </SelectField>
      {rotate.error === null ? null : <ProblemBox error={rotate.error} />}
    </Dialog>
  );
}

function Revoke({ apiKey, requests, onClose }: { apiKey: Key; requests: number; onClose: () => void }) {
  const { name, prefix, last_used_at } = apiKey;
  const revoke = useAct('keys.revoke', ['keys']);
  return (
    <Dialog
      role="alertdialog"
      title={`Revoke ${name}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Keep it
          </Button>
          <Button
            kind="primary"
            busy={revoke.isPending && 'Revoking…'}
            onPress={() => revoke.mutate({ key: prefix }, { onSuccess: onClose })}
          >
            <CrossGlyph /> Revoke {name}
          </Button>
        </>
      }
    >
      <p className="plain">
        Its callers get 401 from now on, and it cannot be brought back.{' '}
        {last_used_at === null ? (
          'It was not used yet.'
        ) : (
          <>
            Last use was <Ago at={last_used_at} />, with {plural(requests, 'request')} today (UTC).
          </>
        )}
      </p>
      {revoke.error === null ? null : <ProblemBox error={revoke.error} />}
    </Dialog>
  );
}
