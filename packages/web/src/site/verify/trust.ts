// Which keys a check trusts: those that the reader keeps, or without any those that the service lists.

import { keyFingerprint } from '@rf-indicators/engine';
import type { Pins } from './pins.ts';
import type { Key } from './steps.ts';

/** A list that is none has no keys. A key that does not follow from the pinned one may have been planted in the store. */
export function keysIn(data: unknown, { keys }: Pins): Key[] {
  const served = (Array.isArray(data) ? (data as Key[]) : []).filter(
    (key) => typeof key?.public_key === 'string' && key.follows_pinned_key !== false,
  );
  const more = keys.filter((text) => !served.some(({ public_key }) => public_key === text));
  return [...served, ...more.map((public_key) => ({ public_key, valid_from: '', valid_until: null }))];
}

/** With keys of the reader's own, only those count; otherwise those that the service lists. */
export async function trustedKeys(data: unknown, pins: Pins): Promise<Key[]> {
  const known = keysIn(data, pins);
  if (pins.fingerprints.length === 0) return known;
  const fingerprints = await Promise.all(known.map(({ public_key }) => keyFingerprint(public_key)));
  return known.filter((_, at) => pins.fingerprints.includes(fingerprints[at]!));
}
