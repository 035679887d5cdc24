// Replaces the master key: once two people have approved it, everything that an older key sealed or authenticated is done
// again with the newest one, in portions. What already belongs to the newest key is left out, so the work can stop at any
// moment and go on later, in any process.

import { approvalNote, type People } from '../accounts/requests.ts';
import { SERVICE } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { inPortions } from '../store/bulk.ts';
import { masterKeyIds } from '../store/records/chain-key.ts';
import { countMacs, firstOlderMac, renewMacs } from '../store/records/renew-macs.ts';
import type { Queries, Writes } from '../store/store.ts';
import { sentenceOf } from './key-advice.ts';
import { isUnderWay, keyState, otherNodes, rotationSubject } from './key-state.ts';
import { type Keys, olderValues, sealAgain } from './sealed-values.ts';

const SECRETS_AT_ONCE = 50;

/** Refuses a replacement that has nothing to do, or that would shut out a running node. Returns what it is about. */
export async function requireReady(context: Context, keys: Keys): Promise<string> {
  const state = await keyState(context, keys);
  const { stage, older_entries, older_secrets, unknown_keys } = state;
  const left = older_entries + older_secrets;
  if (stage === 'single' && left === 0)
    throw new Refusal(
      'conflict',
      'Everything already belongs to the newest master key. To replace it, make a new key first with rf master-key new.',
    );
  if (stage === 'done')
    throw new Refusal(
      'conflict',
      `Everything already belongs to the newest master key. ${sentenceOf(state)}`,
    );
  const isOrdered = stage !== 'replaced' && (stage !== 'prepared' || left > 0);
  if (!isOrdered || unknown_keys.length > 0 || otherNodes(state).length > 0)
    throw new Refusal('conflict', sentenceOf(state));
  return rotationSubject(state.keys[0]!);
}

/** In the transaction that records the approval. */
export async function beginRotation(
  context: Context,
  writes: Writes,
  people: People,
  { masterKey }: Keys,
  requestId: string | null,
  reason: string,
): Promise<void> {
  const [newest, ...older] = masterKeyIds(masterKey);
  const subject = rotationSubject(newest!);
  if (requestId !== null) {
    const request = await writes
      .selectFrom('requests')
      .select('subject')
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow();
    if (request.subject !== subject)
      throw new Refusal('conflict', 'This request was made for another master key. Request it again.');
  }
  const before = { key_id: older.join(' ') };
  const after = { key_id: newest, reason, ...approvalNote(people) };
  await recordAct(context, writes, people.requester, 'master_key.rotate', subject, before, after);
}

export interface Resealing {
  context: Context;
  keys: Keys;
  progress?: ((done: number, all: number) => void) | undefined;
  /** Called between portions: work that must end soon returns true. */
  isOver?: (() => boolean) | undefined;
}

/** Returns false if it was over before everything was done. */
export async function sealEverythingAgain(resealing: Resealing): Promise<boolean> {
  const { context, keys, progress, isOver = () => false } = resealing;
  const { store } = context;
  const { older } = await olderValues(store.db, keys);
  const entries = await countOlderMacs(store.db, masterKeyIds(keys.masterKey)[0]!);
  const all = older.length + entries;
  let done = 0;
  const advance = (count: number) => {
    done += count;
    progress?.(Math.min(done, all), all);
  };
  for (const portion of inPortions(older, SECRETS_AT_ONCE)) {
    if (isOver()) return false;
    await store.transaction((writes) => sealAgain(writes, keys, portion));
    advance(portion.length);
  }
  let next = entries === 0 ? null : await firstOlderMac(store.db, store.chainKey());
  while (next !== null) {
    if (isOver()) return false;
    const portion: { renewed: number; next: number | null } = await renewMacs(store, next);
    advance(portion.renewed);
    next = portion.next;
  }
  await recordEnd(resealing, { secrets: older.length, entries });
  return true;
}

async function countOlderMacs(db: Queries, newest: string): Promise<number> {
  const macs = await countMacs(db);
  return macs.values().reduce((sum, count) => sum + count, 0) - (macs.get(newest) ?? 0);
}

/** Once for each key, and again if a node that still used the older key has written something since. */
async function recordEnd({ context, keys }: Resealing, last: Left): Promise<void> {
  const { store } = context;
  const [newest] = masterKeyIds(keys.masterKey);
  const isNews = last.secrets + last.entries > 0;
  if (!isNews && (await hasEnded(store.db, newest!))) return;
  const { all: secrets } = await olderValues(store.db, keys);
  const entries = (await countMacs(store.db)).get(newest!) ?? 0;
  await store.transaction(async (writes) => {
    if (!isNews && (await hasEnded(writes, newest!))) return;
    const after = { key_id: newest, secrets, entries };
    await recordAct(context, writes, SERVICE, 'master_key.rotated', rotationSubject(newest!), last, after);
  });
}

/** What belonged to an older key. */
interface Left {
  secrets: number;
  entries: number;
}

async function hasEnded(db: Queries | Writes, keyId: string): Promise<boolean> {
  const record = await db
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', rotationSubject(keyId))
    .where('action', '=', 'master_key.rotated')
    .limit(1)
    .executeTakeFirst();
  return record !== undefined;
}

/**
 * The service goes on with what two people have approved, wherever it stopped. It looks again as long as the older key is
 * there: a node that starts with the older key first writes with it.
 */
export async function continueRotation(resealing: Resealing): Promise<void> {
  const { context, keys } = resealing;
  if (!(await isUnderWay(context.store.db, masterKeyIds(keys.masterKey)))) return;
  await sealEverythingAgain(resealing);
}
