// The chain of signing keys: the first key, and each later one with the rotation in the log that its predecessor signed.
// A key that is only in the table signing_keys proves nothing, because anyone who can write to the store can add a row. Trust
// comes from a key that is pinned outside the store and is part of the chain.

import {
  canonicalJson,
  checkSignature,
  type JsonValue,
  parseVerifierKey,
  type Signature,
  type VerifierKey,
} from '@rf-indicators/engine';
import type { Queries, Writes } from '../store/store.ts';

export interface ChainedKey {
  key: VerifierKey;
  /** The first and the last leaf of the log that it may sign. A rotation is signed by both keys. */
  from: number;
  until: number | null;
  /** When the rotations took place, in epoch milliseconds; null for the first key. */
  validFrom: number | null;
  validUntil: number | null;
}

export interface KeyChain {
  /** Oldest first; empty if the pinned key is not part of the log. */
  keys: ChainedKey[];
  /** The key that everything was checked against; null if none is pinned. */
  pinned: VerifierKey | null;
  problems: { record: string; problem: string }[];
}

interface Rotation {
  index: number;
  oldKey: VerifierKey;
  newKey: VerifierKey;
  at: number;
}

/**
 * Without a pinned key, the chain begins with the first key of the store. `everyLeaf` reads all leaves to find rotations,
 * whatever the tables say of them; otherwise a store with one key is taken to have no rotation. To hide one gains nothing:
 * later checkpoints then verify with no key.
 */
export async function keyChain(
  db: Queries | Writes,
  pinned: VerifierKey | null,
  { everyLeaf = false } = {},
): Promise<KeyChain> {
  const problems: KeyChain['problems'] = [];
  const report = (record: string, problem: string) => problems.push({ record, problem });
  const rows = await db.selectFrom('signing_keys').selectAll().orderBy('valid_from').execute();
  const rotations = rows.length > 1 || everyLeaf ? await readRotations(db, everyLeaf, report) : [];
  const first = rotations[0]?.oldKey ?? (rows[0] && (await parseVerifierKey(rows[0].public_key)));
  if (first === undefined) return { keys: [], pinned, problems };
  const segments: ChainedKey[][] = [
    [{ key: first, from: 0, until: null, validFrom: null, validUntil: null }],
  ];
  for (const { index, oldKey, newKey, at } of rotations) {
    const last = segments.at(-1)!.at(-1)!;
    const next = { key: newKey, from: index, until: null, validFrom: at, validUntil: null };
    if (last.key.text === oldKey.text) {
      last.until = index;
      last.validUntil = at;
      segments.at(-1)!.push(next);
    } else {
      report(`log_leaves ${index}`, `rotates ${oldKey.id}, but ${last.key.id} was the current key`);
      segments.push([next]);
    }
  }
  const keys = pinned === null ? segments[0]! : (segments.find((segment) => holds(segment, pinned)) ?? []);
  if (pinned !== null && keys.length === 0) {
    report(
      'signing_keys',
      `the pinned key ${pinned.id} is not part of the log, so nothing here is proved by it`,
    );
  }
  checkRows(rows, keys, report);
  return { keys, pinned, problems };
}

function holds(segment: readonly ChainedKey[], pinned: VerifierKey): boolean {
  return segment.some(({ key }) => key.text === pinned.text);
}

/** The keys that may have signed the leaf with this index, or the checkpoint that ends with it. */
export function keysAt(
  { keys }: { keys: readonly Pick<ChainedKey, 'key' | 'from' | 'until'>[] },
  index: number,
): VerifierKey[] {
  return keys
    .filter(({ from, until }) => from <= index && (until === null || index <= until))
    .map(({ key }) => key);
}

export function trustedKeys({ keys }: KeyChain): VerifierKey[] {
  return keys.map(({ key }) => key);
}

/** With `everyLeaf` by what the leaves say, not by the column `kind`, which somebody could have changed. */
async function readRotations(
  db: Queries | Writes,
  everyLeaf: boolean,
  report: (record: string, problem: string) => void,
): Promise<Rotation[]> {
  const leaves = db.selectFrom('log_leaves').select(['idx', 'leaf']).orderBy('idx');
  const rows = await (everyLeaf
    ? leaves.where('leaf', 'like', '{"rotation":%')
    : leaves.where('kind', '=', 'key_rotation')
  ).execute();
  const rotations: Rotation[] = [];
  for (const { idx, leaf } of rows) {
    const rotation = await readRotation(idx, leaf).catch(() => null);
    if (rotation === null) report(`log_leaves ${idx}`, 'is not a rotation that both keys signed');
    else rotations.push(rotation);
  }
  return rotations;
}

async function readRotation(index: number, leaf: string): Promise<Rotation | null> {
  const content = JSON.parse(leaf) as {
    rotation: { old_key: string; new_key: string; rotated_at: string };
    signatures: [Signature, Signature];
  };
  if (canonicalJson(content as unknown as JsonValue) !== leaf) return null;
  const { rotation, signatures } = content;
  const oldKey = await parseVerifierKey(rotation.old_key);
  const newKey = await parseVerifierKey(rotation.new_key);
  for (const [position, key] of [oldKey, newKey].entries()) {
    if ((await checkSignature(rotation, signatures[position]!, [key])) !== 'valid') return null;
  }
  return { index, oldKey, newKey, at: Date.parse(rotation.rotated_at) };
}

/** The table must say what the chain says. */
function checkRows(
  rows: readonly { key_id: string; public_key: string; valid_from: number; valid_until: number | null }[],
  keys: readonly ChainedKey[],
  report: (record: string, problem: string) => void,
): void {
  for (const { key_id, public_key, valid_from, valid_until } of rows) {
    const record = `signing_keys ${key_id}`;
    const chained = keys.find(({ key }) => key.text === public_key && key.id === key_id);
    if (chained === undefined) {
      report(record, 'is no key of the service: no rotation that its predecessor signed introduces it');
    } else if (chained.validFrom !== null && chained.validFrom !== valid_from) {
      report(record, 'is valid from another time than its rotation says');
    } else if (chained.validUntil !== valid_until) {
      report(record, 'is valid until another time than the rotations say');
    }
  }
  for (const { key } of keys) {
    if (!rows.some(({ public_key }) => public_key === key.text)) {
      report(`signing_keys ${key.id}`, 'is missing, although the log has it');
    }
  }
}
