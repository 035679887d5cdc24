// The MAC of an entry of the record chain, under a key that is derived from the master key: somebody who can write to the
// database, and does not have the master key, can make no entry.

import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '@rf-indicators/engine';

export const KEY_ID_LENGTH = 8;

/** What the MAC of an entry covers. The link covers the entry itself and all entries before it. */
export interface Authenticated {
  link: string;
  /** The place of the entry among those of authority tables; null for all other entries. */
  authority_seq: number | null;
  /** The link of the authority entry before this one; null for other entries, and for the first. */
  previous: string | null;
}

export interface ChainKey {
  /** Names the newest key in every MAC that it makes; it says nothing about the key. */
  readonly id: string;
  /** KEY-ID:BASE64, with the newest key. */
  mac(content: Authenticated): string;
  /** Whether one of the keys made it. */
  isRight(mac: string | null, content: Authenticated): boolean;
  /** Of all keys, newest first. */
  readonly ids: readonly string[];
}

/** Reads the key when it is first needed: a command that only reads the store does not need it. */
export type ChainKeySource = () => ChainKey;

/** `secrets`: newest first; more than one only while the master key is being replaced. */
export function chainKeyFrom(secrets: readonly Uint8Array[]): ChainKey {
  // As key objects, which take a sixth of the time of bytes: a verification computes the MAC of every record.
  const keys = new Map(secrets.map((secret) => [keyId(secret), createSecretKey(secret)]));
  const id = keyId(secrets[0]!);
  const newest = keys.get(id)!;
  return {
    id,
    ids: [...keys.keys()],
    mac: (content) => `${id}:${digestOf(newest, content).toString('base64')}`,
    isRight(mac, content) {
      const key = keys.get(keyIdIn(mac) ?? '');
      if (key === undefined) return false;
      const given = Buffer.from(mac!.slice(KEY_ID_LENGTH + 1), 'base64');
      const expected = digestOf(key, content);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** The key that a MAC names; null if it names none. */
export function keyIdIn(mac: string | null): string | null {
  return mac?.[KEY_ID_LENGTH] === ':' ? mac.slice(0, KEY_ID_LENGTH) : null;
}

function keyId(secret: Uint8Array): string {
  return createHash('sha256')
    .update('id of a record chain key\n')
    .update(secret)
    .digest('hex')
    .slice(0, KEY_ID_LENGTH);
}

function digestOf(key: KeyObject, { link, authority_seq, previous }: Authenticated): Buffer {
  return createHmac('sha256', key).update(canonicalJson({ authority_seq, link, previous })).digest();
}
