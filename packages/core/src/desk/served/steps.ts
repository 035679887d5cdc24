// The steps of a provider's history: which indicator was served from when until when, and while it was stale.

import type { PublicationKind } from '@rf-indicators/contract';
import { sql } from 'kysely';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { staleReasonOf } from './served.ts';

export interface Step {
  from: number;
  /** Null for the current step. */
  until: number | null;
  finalScore: number;
  riskBand: string;
  kind: PublicationKind;
  verificationId: string;
  /** Null if the indicator was not stale. */
  staleReason: string | null;
}

/**
 * Oldest first, by provider id: all steps, or those that ended after the given time and began before the other one. The last
 * one that began before it has no end, although it may have ended later.
 */
export async function readSteps(
  db: Queries,
  providerIds: readonly string[],
  since = 0,
  before?: number,
): Promise<Map<string, Step[]>> {
  const steps = new Map<string, Step[]>();
  for (const portion of inPortions(providerIds)) {
    const rows = await servedIndicators(db, portion, since, before);
    const changes = await staleChanges(
      db,
      rows.map(({ verification_id }) => verification_id),
    );
    for (const [provider, served] of Map.groupBy(rows, ({ provider_id }) => provider_id)) {
      const all = served.flatMap((row, at) => {
        const until = row.withdrawn_at ?? served[at + 1]?.published_at ?? null;
        return stepsOf(row, until, changes.get(row.verification_id) ?? []);
      });
      steps.set(
        provider,
        all.filter(({ until }) => until === null || until > since),
      );
    }
  }
  return steps;
}

type Served = Awaited<ReturnType<typeof servedIndicators>>[number];

/** A correction of an older indicator was never served as the current one. */
function servedIndicators(db: Queries, providerIds: readonly string[], since: number, before?: number) {
  let query = db
    .selectFrom('indicators')
    .leftJoin('withdrawals', 'withdrawals.verification_id', 'indicators.verification_id')
    .select([
      'indicators.provider_id',
      'indicators.verification_id',
      'indicators.kind',
      'indicators.final_score',
      'indicators.risk_band',
      'indicators.published_at',
      'withdrawals.withdrawn_at',
    ])
    .where('indicators.provider_id', 'in', [...providerIds])
    .where((is) =>
      is.or([is('indicators.corrects', 'is', null), is('indicators.supersedes', 'is not', null)]),
    )
    .where(
      'indicators.published_at',
      '>=',
      // The indicator that was current at the given time, and all later ones.
      sql<number>`coalesce((select max(i.published_at) from indicators i where i.provider_id = indicators.provider_id
        and i.published_at <= ${since} and (i.corrects is null or i.supersedes is not null)), 0)`,
    )
    .orderBy('indicators.log_index');
  if (before !== undefined) query = query.where('indicators.published_at', '<', before);
  return query.execute();
}

export interface StaleChange {
  at: number;
  /** Null if the indicator was no longer stale. */
  reason: string | null;
}

/** By verification id, in the order in which they happened. */
export async function staleChanges(db: Queries, ids: readonly string[]): Promise<Map<string, StaleChange[]>> {
  const marks = new Map<string, StaleChange[]>();
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('stale_marks')
      .selectAll()
      .where('verification_id', 'in', portion)
      .orderBy('seq')
      .execute();
    for (const row of rows) {
      const change = { at: row.marked_at, reason: staleReasonOf(row) };
      marks.set(row.verification_id, [...(marks.get(row.verification_id) ?? []), change]);
    }
  }
  // Older stores have no mark for the end of staleness: the run that confirmed the indicator ended it.
  for (const portion of inPortions([...marks.keys()])) {
    const rows = await db
      .selectFrom('run_items')
      .innerJoin('publications', 'publications.id', 'run_items.publication_id')
      .select(['run_items.base_verification_id as id', 'publications.published_at as at'])
      .where('run_items.base_verification_id', 'in', portion)
      .where('run_items.action', '=', 'verify')
      .execute();
    for (const { id, at } of rows) marks.get(id!)!.unshift({ at, reason: null });
  }
  for (const changes of marks.values()) changes.sort((a, b) => a.at - b.at);
  return marks;
}

/** One step, or several if the indicator became stale while it was served. */
function stepsOf(row: Served, until: number | null, changes: readonly StaleChange[]): Step[] {
  const steps: Step[] = [];
  let from = row.published_at;
  let reason: string | null = null;
  const endStep = (end: number | null) => {
    // A publication also records that its predecessor is no longer stale, at the same instant.
    if (end !== null && end <= from) return;
    steps.push({
      from,
      until: end,
      finalScore: row.final_score,
      riskBand: row.risk_band,
      kind: row.kind,
      verificationId: row.verification_id,
      staleReason: reason,
    });
    from = end ?? from;
  };
  for (const change of changes) {
    if (change.reason === reason) continue;
    endStep(change.at);
    reason = change.reason;
  }
  endStep(until);
  return steps;
}
