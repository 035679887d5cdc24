// Lists runs, shows what a draft would publish and why, and discards abandoned runs.

import type { Change, Methodology } from '@rf-indicators/engine';
import { SERVICE } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { type Portion, timeOrder } from '../../context/paging.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import type { Contested } from '../facts/known.ts';
import { methodologyByDigest } from '../methodology/signed.ts';
import { readPackages } from '../packages/read-packages.ts';
import { type DraftResult, draftResult } from './draft-result.ts';

/** Packages are large. */
const PACKAGES_AT_ONCE = 100;

export interface DraftItem {
  provider_id: string;
  slug: string;
  as_of: number;
  outcome: string;
  detail: string | null;
  action: string;
  /** What its publication would be; null if it would not be published. */
  kind: string | null;
  causes: string[];
  /** Approved values that do not count, because stronger evidence contradicts them. */
  contested: Contested[];
  previous_score: number | null;
  previous_band: string | null;
  new_score: number | null;
  new_band: string | null;
  /** Of the new result, which keeps it when it is published. */
  verification_id: string | null;
  /** Null while it is a draft. */
  publication_id: string | null;
  change: Change | null;
  /** For a first indicator, or for all new results if asked for. */
  result: DraftResult | null;
}

export interface Draft {
  run: Database['runs'];
  items: DraftItem[];
}

export async function readDraft(
  db: Queries,
  runId: string,
  { full = false }: { full?: boolean } = {},
): Promise<Draft> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
  if (run === undefined) throw new Refusal('not_found', `There is no run ${runId}.`);
  const rows = await db
    .selectFrom('run_items')
    .innerJoin('providers', 'providers.id', 'run_items.provider_id')
    .leftJoin('indicators', 'indicators.verification_id', 'run_items.base_verification_id')
    .selectAll('run_items')
    .select([
      'providers.slug',
      'indicators.final_score as previous_score',
      'indicators.risk_band as previous_band',
    ])
    .where('run_items.run_id', '=', runId)
    .orderBy('providers.slug')
    .orderBy('run_items.as_of')
    .execute();
  const wanted = rows.filter(({ kind }) => full || kind === 'initial');
  const results = await resultsOf(
    db,
    wanted.flatMap(({ package_hash }) => package_hash ?? []),
  );
  return {
    run,
    items: rows.map((row) => ({
      provider_id: row.provider_id,
      slug: row.slug,
      as_of: row.as_of,
      outcome: row.outcome,
      detail: row.outcome_detail,
      action: row.action,
      kind: row.kind,
      causes: JSON.parse(row.causes),
      contested: JSON.parse(row.contested),
      previous_score: row.previous_score,
      previous_band: row.previous_band,
      new_score: row.final_score,
      new_band: row.risk_band,
      verification_id: row.verification_id,
      publication_id: row.publication_id,
      change: row.change === null ? null : JSON.parse(row.change),
      result: results.get(row.package_hash ?? '') ?? null,
    })),
  };
}

/** By package hash. */
async function resultsOf(db: Queries, hashes: readonly string[]): Promise<Map<string, DraftResult>> {
  const results = new Map<string, DraftResult>();
  const methodologies = new Map<string, Methodology>();
  for (const portion of inPortions(hashes, PACKAGES_AT_ONCE)) {
    for (const [hash, content] of await readPackages(db, portion)) {
      const digest = content.methodology_digest;
      const methodology = methodologies.get(digest) ?? (await methodologyByDigest(db, digest)).methodology;
      methodologies.set(digest, methodology);
      results.set(hash, draftResult(methodology, content));
    }
  }
  return results;
}

export interface RunFilter {
  status?: Database['runs']['status'] | undefined;
  kind?: Database['runs']['kind'] | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

export const RUN_ORDER = timeOrder<Database['runs']>(
  'runs',
  'newest',
  ['created_at', 'id'],
  ({ created_at, id }) => [created_at, id],
);

/** Newest first. */
export function listRuns(
  db: Queries,
  { status, kind, since, until }: RunFilter = {},
  portion: Portion = {},
): Promise<Database['runs'][]> {
  let query = db.selectFrom('runs').selectAll();
  if (status !== undefined) query = query.where('status', '=', status);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (until !== undefined) query = query.where('created_at', '<=', until);
  return RUN_ORDER.select(query, portion).execute();
}

/** Discards a draft that must not be published, or a run that cannot become one. */
export async function discardRun(
  context: Context,
  runId: string,
  reason: string,
  status: 'draft' | 'computing' = 'draft',
): Promise<void> {
  await context.store.transaction(async (writes) => {
    await writes.updateTable('runs').set({ status: 'discarded' }).where('id', '=', runId).execute();
    const after = { status: 'discarded', reason };
    await recordAct(context, writes, SERVICE, 'run.discard', runId, { status }, after);
  });
}

/** Discards runs whose process was killed while computing. Returns their ids. */
export async function discardAbandonedRuns(context: Context, before: number): Promise<string[]> {
  // Usually there are none, so a query without a transaction avoids blocking writers.
  if ((await abandonedRuns(context.store.db, before)).length === 0) return [];
  return context.store.transaction(async (writes) => {
    const ids = await abandonedRuns(writes, before);
    for (const id of ids) {
      await writes.updateTable('runs').set({ status: 'discarded' }).where('id', '=', id).execute();
      await recordAct(
        context,
        writes,
        SERVICE,
        'run.discard',
        id,
        { status: 'computing' },
        { status: 'discarded' },
      );
    }
    return ids;
  });
}

async function abandonedRuns(db: Queries | Writes, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where('status', '=', 'computing')
    .where('created_at', '<', before)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
