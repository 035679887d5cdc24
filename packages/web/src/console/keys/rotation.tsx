// A rotation under way: the old key and the new one side by side, and how long both work.

import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { hoursLeft, plural } from '../../ui/format.ts';
import { Ago, Until } from '../../ui/instant.tsx';
import { Acts } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { IfMay } from '../person.tsx';
import { RevokeKey } from './key-acts.tsx';
import { isEnded, type Key } from './key-state.ts';
import styles from './keys.module.css';

interface KeyRotation {
  old: Key;
  new: Key;
}

/** Null unless the key replaces one that still works, or is replaced itself. */
export function rotationOf(key: Key, keys: readonly Key[], now: number): KeyRotation | null {
  const older = keys.find(({ id }) => id === key.replaces);
  if (older !== undefined && !isEnded(older, now)) return { old: older, new: key };
  const newer = keys.find(({ replaces }) => replaces === key.id);
  return newer === undefined ? null : { old: key, new: newer };
}

interface RotationProps {
  rotation: KeyRotation;
  now: number;
}

export function Rotation({ rotation, now }: RotationProps) {
  const [isEnding, setEnding] = useState(false);
  const { old } = rotation;
  const pair = [old, rotation.new] as const;
  return (
    <Section title={`Rotation: ${hoursLeft(old.expires_at!, now)}`}>
      <table className={styles.rotation}>
        <thead>
          <tr>
            <td />
            <th scope="col">Old key</th>
            <th scope="col">New key</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Prefix</th>
            {pair.map(({ id, prefix }) => (
              <td key={id} className="mono">
                {prefix}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">Ends</th>
            {pair.map(({ id, expires_at }) => (
              <td key={id}>{expires_at === null ? 'no expiry' : <Until at={expires_at} />}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">Last use</th>
            {pair.map(({ id, last_used_at }) => (
              <td key={id}>{last_used_at === null ? 'no use yet' : <Ago at={last_used_at} />}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">24 hours</th>
            {pair.map(({ id, requests_24h }) => (
              <td key={id}>{plural(requests_24h, 'request')}</td>
            ))}
          </tr>
        </tbody>
      </table>
      {old.requests_24h === 0 ? null : (
        <p className={styles.note}>The old key is still in use. Its callers get 401 after it ends.</p>
      )}
      <IfMay act="keys.revoke">
        <Acts>
          <Button onPress={() => setEnding(true)}>End the old key now…</Button>
        </Acts>
      </IfMay>
      {isEnding ? <RevokeKey apiKey={old} onClose={() => setEnding(false)} /> : null}
    </Section>
  );
}
