// Verifications of the whole store that are started at the desk: one at a time, with their progress and result.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { type Portion, timeOrder } from '../../context/paging.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Store } from '../../store/store.ts';
import { moveTopic } from '../../store/topics.ts';
import type { Verification } from './verify-all.ts';

type Row = Database['verifications'];

/** A process without a sign of life for this long has ended. */
const SILENT_MS = 60_000;
/** Of thousands of findings the first ones say what happened. */
const MOST_FINDINGS = 200;

/** What is kept of a verification. */
export interface VerificationResult {
  packages: number;
  indicators: number;
  leaves: number;
  checkpoints: number;
  cosignatures: number;
  records: number;
  /** Whether signatures were checked with a key that is kept outside the store. */
  pinned: boolean;
  problems: number;
  findings: { record: string; problem: string }[];
}

export async function startVerification(context: Context, actor: Actor): Promise<string> {
  const now = context.clock();
  return actAs(context, actor, 'verifications.start', async (writes) => {
    const running = await writes
      .selectFrom('verifications')
      .innerJoin('staff', 'staff.id', 'verifications.started_by')
      .select('staff.name')
      .where('finished_at', 'is', null)
      .where('seen_at', '>', now - SILENT_MS)
      .executeTakeFirst();
    if (running !== undefined)
      throw new Refusal(
        'conflict',
        `A verification is under way, started by ${running.name}. Wait for its result.`,
      );
    const id = context.newId();
    await writes
      .insertInto('verifications')
      .values({
        ...{ id, started_at: now, started_by: actor.id, seen_at: now, done: 0, total: 0 },
        ...{ finished_at: null, result: null, failure: null },
      })
      .execute();
    await recordAct(context, writes, actor, 'verification.started', `verifications/${id}`, null, {});
    return id;
  });
}

export async function noteProgress(
  store: Store,
  id: string,
  progress: Pick<Row, 'done' | 'total' | 'seen_at'>,
): Promise<void> {
  await store.transaction((writes) =>
    writes.updateTable('verifications').set(progress).where('id', '=', id).execute(),
  );
}

/** Those under way, for pages that follow them. */
export function liveVerifications(
  db: Queries,
  now: number,
): Promise<Pick<Row, 'id' | 'done' | 'total' | 'finished_at'>[]> {
  return db
    .selectFrom('verifications')
    .select(['id', 'done', 'total', 'finished_at'])
    .where('seen_at', '>', now - SILENT_MS)
    .execute();
}

export async function finishVerification(
  store: Store,
  id: string,
  now: number,
  outcome: { verification: Verification; pinned: boolean } | { failure: string },
): Promise<void> {
  await store.transaction(async (writes) => {
    await writes
      .updateTable('verifications')
      .set({
        ...{ seen_at: now, finished_at: now },
        ...('failure' in outcome
          ? { failure: outcome.failure }
          : { result: JSON.stringify(resultOf(outcome.verification, outcome.pinned)) }),
      })
      .where('id', '=', id)
      .execute();
    await moveTopic(writes, 'desk');
  });
}

function resultOf(verification: Verification, pinned: boolean): VerificationResult {
  const { packages, indicators, leaves, checkpoints, cosignatures, records, findings } = verification;
  return {
    ...{ packages, indicators, leaves, checkpoints, cosignatures },
    records: records.entries,
    pinned,
    problems: findings.length,
    findings: findings.slice(0, MOST_FINDINGS),
  };
}

export interface ListedVerification extends Omit<Row, 'result' | 'started_by'> {
  started_by_name: string;
  state: 'running' | 'finished' | 'failed' | 'interrupted';
  result: VerificationResult | null;
}

export const VERIFICATION_ORDER = timeOrder<Pick<Row, 'started_at' | 'id'>>(
  'verifications',
  'newest',
  ['started_at', 'verifications.id'],
  ({ started_at, id }) => [started_at, id],
);

/** Newest first. */
export async function listVerifications(
  db: Queries,
  now: number,
  portion: Portion = {},
): Promise<ListedVerification[]> {
  const query = db
    .selectFrom('verifications')
    .innerJoin('staff', 'staff.id', 'verifications.started_by')
    .selectAll('verifications')
    .select('staff.name as started_by_name');
  const rows = await VERIFICATION_ORDER.select(query, portion).execute();
  return rows.map(({ started_by: _, result, ...row }) => ({
    ...row,
    state: stateOf(row, now),
    result: result === null ? null : (JSON.parse(result) as VerificationResult),
  }));
}

function stateOf(
  { finished_at, failure, seen_at }: Pick<Row, 'finished_at' | 'failure' | 'seen_at'>,
  now: number,
) {
  if (finished_at !== null) return failure === null ? 'finished' : 'failed';
  return now - seen_at < SILENT_MS ? 'running' : 'interrupted';
}
