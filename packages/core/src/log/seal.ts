// Seals the record chain: appends the public facts since the last seal to the log, and after them a leaf with the newest
// link of the chain. The next checkpoint signs them.

import type { VerifierKey } from '@rf-indicators/engine';
import type { Context } from '../context/context.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { type ChainEntry, chainBaseline, chainTip, FIRST_LINK, nextLink } from '../store/records/chain.ts';
import { entryProblem } from '../store/records/entry-check.ts';
import type { Queries } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { changeTime } from './change-times.ts';
import { catchUpCheckpointFile, readCheckpointFile, requireConsistency } from './checkpoint-file.ts';
import { currentSigner } from './current-signer.ts';
import { factLeaves, leaf, PUBLIC_TABLES } from './fact-leaves.ts';
import { LogMovedError, prepareAppend, writeAppend } from './store.ts';
import { distrust, requireTrustedLog } from './trusted-log.ts';

const MAX_ATTEMPTS = 5;

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
  const fact = await db
    .selectFrom('record_chain')
    .select('seq')
    .where('seq', '>', count)
    .where('table_name', 'in', PUBLIC_TABLES)
    .limit(1)
    .executeTakeFirst();
  return fact !== undefined;
}

/** Returns false if everything was sealed before. */
export async function sealRecords(context: Context, sealer: Sealer): Promise<boolean> {
  const { db } = context.store;
  if ((await chainTip(db)).seq === (await lastSeal(db)).count) return false;
  const { checkpointFile, pinned = null } = sealer;
  if (checkpointFile) await requireConsistency(db, readCheckpointFile(checkpointFile));
  await requireTrustedLog(db, pinned);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await appendSeal(context, sealer.masterKey);
      break;
    } catch (error) {
      if (!(error instanceof LogMovedError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
  if (checkpointFile) await catchUpCheckpointFile(db, checkpointFile);
  return true;
}

async function appendSeal(context: Context, masterKey: MasterKey): Promise<void> {
  const { db } = context.store;
  const last = await lastSeal(db);
  const entries = await requireIntactSince(db, last);
  const newest = entries.at(-1);
  if (newest === undefined) return;
  const at = Math.max(await changeTime(db, context.clock()), last.at);
  const baseline = await chainBaseline(db);
  const facts = entries.filter(({ seq }) => seq > (baseline?.seq ?? 0));
  const leaves = [
    ...(await factLeaves(db, facts, at)),
    leaf('records', at, { count: newest.seq, head: newest.link }),
  ];
  const signer = await currentSigner(db, masterKey);
  const append = await prepareAppend(db, leaves, [signer]);
  await context.store.transaction(async (writes) => {
    const key = await writes
      .selectFrom('signing_keys')
      .select('valid_until')
      .where('key_id', '=', signer.id)
      .executeTakeFirstOrThrow();
    if (key.valid_until !== null) throw new LogMovedError('the signing key was rotated');
    // Another process may have sealed more after the records were read and before the append was prepared.
    if ((await lastSeal(writes)).count !== last.count) throw new LogMovedError('the records were sealed');
    await writeAppend(writes, append, at);
    // The checkpoint that readers are served is a new one.
    await moveTopic(writes, 'published');
  });
}

/** Refuses to sign records that somebody changed since they were written. */
async function requireIntactSince(db: Queries, last: Seal): Promise<ChainEntry[]> {
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
  let { head: link, count: seq } = last;
  for (const entry of entries) {
    seq += 1;
    link = nextLink(link, entry);
    if (entry.seq !== seq || entry.link !== link)
      throw distrust(`entry ${entry.seq} of the record chain was altered`);
    if (!(PUBLIC_TABLES as readonly string[]).includes(entry.table_name)) continue;
    const problem = await entryProblem(db, entry);
    if (problem !== null) throw distrust(`${problem.record} ${problem.problem}`);
  }
  return entries;
}
