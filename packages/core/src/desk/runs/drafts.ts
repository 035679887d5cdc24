// Drafts as people look at them: what a run would publish, and why.

import type { Change } from '@rf-indicators/engine';
import { Refusal } from '../../context/refusal.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';

export interface DraftItem {
  provider_id: string;
  slug: string;
  outcome: string;
  detail: string | null;
  action: string;
  causes: string[];
  previous_score: number | null;
  previous_band: string | null;
  new_score: number | null;
  new_band: string | null;
  change: Change | null;
}

export interface Draft {
  run: Database['runs'];
  approvedBy: string[];
  items: DraftItem[];
}

export async function readDraft(db: Queries, runId: string): Promise<Draft> {
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
  const approvals = await db
    .selectFrom('run_approvals')
    .innerJoin('staff', 'staff.id', 'run_approvals.approved_by')
    .select('staff.name')
    .where('run_id', '=', runId)
    .execute();
  return {
    run,
    approvedBy: approvals.map(({ name }) => name),
    items: rows.map((row) => ({
      provider_id: row.provider_id,
      slug: row.slug,
      outcome: row.outcome,
      detail: row.outcome_detail,
      action: row.action,
      causes: JSON.parse(row.causes),
      previous_score: row.previous_score,
      previous_band: row.previous_band,
      new_score: row.final_score,
      new_band: row.risk_band,
      change: row.change === null ? null : JSON.parse(row.change),
    })),
  };
}

export async function listRuns(db: Queries, limit: number): Promise<Database['runs'][]> {
  return db
    .selectFrom('runs')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** A run that was killed while it computed never became a draft, and is put aside. */
export async function discardAbandonedRuns(db: Queries, before: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({ status: 'discarded' })
    .where('status', '=', 'computing')
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
