// How far the replacement of the master key is: which of the keys is the current one, how much does not belong to the key
// that seals, and whether every running node uses it.

import { listRequests } from '../accounts/requests.ts';
import type { Context } from '../context/context.ts';
import { type ListedNode, listNodes } from '../nodes/registry.ts';
import { masterKeyIds } from '../store/records/chain-key.ts';
import { wholeTable } from '../store/records/proved.ts';
import { countMacs, keyOfEntry } from '../store/records/renew-macs.ts';
import type { Queries, Writes } from '../store/store.ts';
import { type Keys, olderValues } from './sealed-values.ts';

const SUBJECT = 'master_key/';

export function rotationSubject(keyId: string): string {
  return `${SUBJECT}${keyId}`;
}

function keyIdOf(subject: string): string {
  return subject.slice(SUBJECT.length);
}

export type KeyStage =
  /** There is only one key. */
  | 'single'
  /** A new key comes after the current one, and is not used yet. */
  | 'prepared'
  /** A new key comes first, and nobody has approved it. */
  | 'new'
  /** The new key was approved, and something still belongs to the older one. */
  | 'approved'
  /** Nothing belongs to the older key any more. */
  | 'done'
  /** The first key is one that was replaced. */
  | 'replaced';

export interface KeyState {
  /** The ids of the keys that this process has. The first one seals. */
  keys: readonly string[];
  stage: KeyStage;
  /** The key that was decided on last; the one of the first entry, if none ever was. */
  current: string | null;
  /** Entries of the record chain, and encrypted values, that do not belong to the first key. */
  older_entries: number;
  older_secrets: number;
  /** Keys of entries that this process does not have. */
  unknown_keys: readonly string[];
  /** The request for the first key that waits for a second person. */
  request: string | null;
  /** Those that are running. */
  nodes: readonly Pick<ListedNode, 'name' | 'leader' | 'master_keys'>[];
}

export async function keyState(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  keys: Keys,
): Promise<KeyState> {
  const { db } = store;
  const ids = masterKeyIds(keys.masterKey);
  const [first] = ids;
  const macs = await countMacs(db);
  const older_secrets = (await olderValues(db, keys)).older.length;
  const older_entries = macs
    .entries()
    .filter(([id]) => id !== first)
    .reduce((sum, [, count]) => sum + count, 0);
  const { current, replaced } = await readHistory(db, ids);
  const open = await listRequests(db, clock(), { status: 'open' });
  return {
    keys: ids,
    stage: stageOf(ids, current, replaced, older_entries + older_secrets > 0),
    current,
    older_entries,
    older_secrets,
    unknown_keys: [...macs.keys()].filter((id) => !ids.includes(id)),
    request: open.find(({ subject }) => subject === rotationSubject(first!))?.id ?? null,
    nodes: (await listNodes(db, store.kind, clock()))
      .filter(({ live }) => live)
      .map(({ name, leader, master_keys }) => ({ name, leader, master_keys })),
  };
}

function stageOf(
  [first, ...others]: readonly string[],
  current: string | null,
  replaced: ReadonlySet<string>,
  isLeft: boolean,
): KeyStage {
  if (others.length === 0) return 'single';
  if (replaced.has(first!)) return 'replaced';
  if (first !== current) return 'new';
  if (others.some((id) => !replaced.has(id))) return 'prepared';
  return isLeft ? 'approved' : 'done';
}

/** The order of the keys does not say which of them is new, so the audit trail does. */
async function readHistory(
  db: Queries,
  ids: readonly string[],
): Promise<{ current: string | null; replaced: ReadonlySet<string> }> {
  const records = await db
    .selectFrom('audit')
    .select(['subject', 'before'])
    .where('subject', 'in', ids.map(rotationSubject))
    .where('action', '=', 'master_key.rotate')
    .orderBy('seq')
    .execute();
  const last = records.at(-1);
  const current = last === undefined ? await keyOfEntry(db, 'first') : keyIdOf(last.subject);
  const replaced = new Set(records.flatMap(({ before }) => keysIn(before)));
  replaced.delete(current ?? '');
  return { current, replaced };
}

function keysIn(before: string | null): string[] {
  const { key_id = '' } = JSON.parse(before ?? '{}') as { key_id?: string };
  return key_id.split(' ');
}

/** Running nodes that seal with another key. */
export function otherNodes({ keys: [first], nodes }: KeyState): KeyState['nodes'] {
  return nodes.filter(({ master_keys }) => master_keys[0] !== first);
}

/** Whether two people have decided that the first key replaces all others. One of the others may be new itself. */
export async function isUnderWay(db: Queries, [first, ...others]: readonly string[]): Promise<boolean> {
  if (others.length === 0 || !(await isApproved(db, first!))) return false;
  const { replaced } = await readHistory(db, [first!, ...others]);
  return others.every((id) => replaced.has(id));
}

/**
 * Whether this key is the one that two people decided on last. An approval of before does not count: one person who kept an
 * older key could otherwise have everything sealed with it. The tables are compared as a whole, because a decision that
 * somebody removed would make an older one the last.
 */
export async function isApproved(db: Queries | Writes, keyId: string): Promise<boolean> {
  const requests = await wholeTable(db, 'requests', () => db.selectFrom('requests').selectAll().execute());
  const ofKeys = new Map(
    requests.filter(({ kind }) => kind === 'master_key.rotate').map(({ id, subject }) => [id, subject]),
  );
  if (ofKeys.size === 0) return false;
  const decisions = await wholeTable(db, 'request_decisions', () =>
    db.selectFrom('request_decisions').selectAll().orderBy('decided_at').execute(),
  );
  const last = decisions.findLast(
    ({ request_id, decision }) => decision === 'approved' && ofKeys.has(request_id),
  );
  return last !== undefined && ofKeys.get(last.request_id) === rotationSubject(keyId);
}
