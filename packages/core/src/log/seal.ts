// Seals the record chain: appends the public facts since the last seal to the log, and after them a leaf with the newest
// link of the chain. The next checkpoint signs them.

import type { VerifierKey } from '@rf-indicators/engine';
import type { Context } from '../context/context.ts';
import { instantText } from '../context/times.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { type ChainEntry, chainBaseline, chainTip, FIRST_LINK, nextLink } from '../store/records/chain.ts';
import { entryProblem } from '../store/records/entry-check.ts';
import type { ChainKey } from '../store/records/mac.ts';
import { authorityTipAt, MacCheck } from '../store/records/mac-check.ts';
import { withRetries } from '../store/retries.ts';
import type { Queries } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { changeTime } from './change-times.ts';
import { catchUpCheckpointFile, requireConsistencyWithFile } from './checkpoint-file.ts';
import { currentSigner } from './current-signer.ts';
import { factLeaves, leaf, PUBLIC_TABLES } from './fact-leaves.ts';
import { macLeaf, macLeaves } from './mac-leaf.ts';
import { LogMovedError, type NewLeaf, prepareAppend, treeSizeOf, writeAppend } from './store.ts';
import { distrust, requireTrustedLog } from './trusted-log.ts';

const DAY = 24 * 60 * 60 * 1000;
/** A service that runs seals at least this often, even if nothing was recorded: each of its days has a seal. */
const LONGEST_PAUSE_MS = DAY / 2;

const ALWAYS_PUBLIC = PUBLIC_TABLES.filter((table) => table !== 'founding');

export interface Sealer {
  masterKey: MasterKey;
  pinned?: VerifierKey | null;
  checkpointFile: string | null;
}

export interface Seal {
  /** The number of entries of the record chain that it covers. */
  count: number;
  head: string;
  at: number;
}

const UNSEALED: Seal = { count: 0, head: FIRST_LINK, at: Number.NEGATIVE_INFINITY };

export function readSeal(leafText: string): Seal {
  const { count, head, at } = JSON.parse(leafText) as { count: number; head: string; at: string };
  return { count, head, at: Date.parse(at) };
}

export async function lastSeal(db: Queries): Promise<Seal> {
  const row = await db
    .selectFrom('log_leaves')
    .select('leaf')
    .where('kind', '=', 'records')
    .orderBy('idx', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? UNSEALED : readSeal(row.leaf);
}

/** Whether facts that are public are not in the log yet. */
export async function hasUnsealedFacts(db: Queries): Promise<boolean> {
  const { count } = await lastSeal(db);
  const unsealed = db.selectFrom('record_chain').where('seq', '>', count);
  const fact = await unsealed
    .select('seq')
    .where('table_name', 'in', ALWAYS_PUBLIC)
    .limit(1)
    .executeTakeFirst();
  if (fact !== undefined) return true;
  // Most steps of the founding are not public.
  const steps = await unsealed.select('row_key').where('table_name', '=', 'founding').execute();
  if (steps.length === 0) return false;
  const step = await db
    .selectFrom('founding')
    .select('seq')
    .where(
      'seq',
      'in',
      steps.map(({ row_key }) => Number((JSON.parse(row_key!) as unknown[])[0])),
    )
    .where('logged_as', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return step !== undefined;
}

/**
 * Returns false if everything was sealed before. `daily`: the service that runs also seals when nothing was recorded for
 * half a day.
 */
export async function sealRecords(
  context: Context,
  sealer: Sealer,
  { daily = false }: { daily?: boolean } = {},
): Promise<boolean> {
  const { db } = context.store;
  const last = await lastSeal(db);
  const isDue = daily && last.count > 0 && context.clock() - last.at >= LONGEST_PAUSE_MS;
  if (!isDue && (await chainTip(db)).seq === last.count) return false;
  const { checkpointFile, pinned = null } = sealer;
  if (checkpointFile) await requireConsistencyWithFile(db, checkpointFile);
  await requireTrustedLog(db, pinned);
  await withRetries(() => appendSeal(context, sealer.masterKey), {
    isRetryable: (error) => error instanceof LogMovedError,
  });
  if (checkpointFile) await catchUpCheckpointFile(db, checkpointFile);
  return true;
}

async function appendSeal(context: Context, masterKey: MasterKey): Promise<void> {
  const { db } = context.store;
  const last = await lastSeal(db);
  const entries = await requireIntactSince(db, last, context.store.chainKey());
  const newest = entries.at(-1) ?? { seq: last.count, link: last.head };
  const at = Math.max(await changeTime(db, context.clock()), last.at);
  // Another process may have sealed everything meanwhile.
  if (entries.length === 0 && at - last.at < LONGEST_PAUSE_MS) return;
  const baseline = await chainBaseline(db);
  const facts = entries.filter(({ seq }) => seq > (baseline?.seq ?? 0));
  const isFirst = last.count === 0 && (await macLeaves(db)).length === 0;
  const tree_size = await treeSizeOf(db);
  const resumed = resumedLeaf(last, at);
  const leaves = [
    ...(isFirst ? [macLeaf(at, { count: 0, head: FIRST_LINK, found: 0, tree_size })] : []),
    ...(resumed === null ? [] : [resumed]),
    ...(await factLeaves(db, facts, at)),
    leaf('records', at, { count: newest.seq, head: newest.link }),
  ];
  const signer = await currentSigner(db, masterKey);
  const append = await prepareAppend(db, leaves, [signer]);
  if (isFirst && append.baseSize !== tree_size) throw new LogMovedError('the log grew');
  await context.store.transaction(async (writes) => {
    const key = await writes
      .selectFrom('signing_keys')
      .select('valid_until')
      .where('key_id', '=', signer.id)
      .executeTakeFirstOrThrow();
    if (key.valid_until !== null) throw new LogMovedError('the signing key was rotated');
    // Another process may have sealed more after the records were read and before the append was prepared.
    const { count, at: lastAt } = await lastSeal(writes);
    if (count !== last.count || lastAt !== last.at) throw new LogMovedError('the records were sealed');
    await writeAppend(writes, append, at);
    // The checkpoint that readers are served is a new one.
    await moveTopic(writes, 'log');
  });
}

/** Before the first seal after more than a day without one: the service did not run, or a clock jumped. */
export function resumedLeaf(last: Pick<Seal, 'at'>, at: number): NewLeaf | null {
  if (!Number.isFinite(last.at) || at - last.at <= DAY) return null;
  return leaf('resumed', at, { last_seal: instantText(last.at) });
}

/** Refuses to sign records that somebody changed since they were written. `tables`: those whose rows are compared. */
export async function requireIntactSince(
  db: Queries,
  last: Seal,
  key: ChainKey,
  tables: readonly string[] = PUBLIC_TABLES,
): Promise<ChainEntry[]> {
  const sealed = await db
    .selectFrom('record_chain')
    .select('link')
    .where('seq', '=', last.count)
    .executeTakeFirst();
  if ((sealed?.link ?? FIRST_LINK) !== last.head) throw distrust('the record chain contradicts the log');
  const entries = await db
    .selectFrom('record_chain')
    .selectAll()
    .where('seq', '>', last.count)
    .orderBy('seq')
    .execute();
  const macs = new MacCheck(key, await authorityTipAt(db, last.count));
  const [began] = await macLeaves(db);
  let { head: link, count: seq } = last;
  for (const entry of entries) {
    seq += 1;
    link = nextLink(link, entry);
    if (entry.seq !== seq || entry.link !== link)
      throw distrust(`entry ${entry.seq} of the record chain was altered`);
    const wrong = seq > (began?.count ?? 0) ? macs.problemOf(entry) : null;
    if (wrong !== null) throw distrust(`entry ${entry.seq} of the record chain ${wrong}`);
    if (!tables.includes(entry.table_name)) continue;
    const problem = await entryProblem(db, entry);
    if (problem !== null) throw distrust(`${problem.record} ${problem.problem}`);
  }
  return entries;
}
