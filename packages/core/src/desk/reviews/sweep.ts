// What happens to reviews by the clock: one ends at its date, and an indicator whose downgrade waits too long for its
// committee comes under review by itself.

import { SERVICE } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { endReview, lastMark, startReview } from './reviews.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** How long a downgrade may wait before readers learn that one is considered. */
export const LONGEST_WAIT_MS = 48 * HOUR;
/** How long such a review lasts, unless the committee decides earlier. */
export const AWAITED_DAYS = 14;
export const AWAITING_REASON = 'Awaiting committee.';

export async function sweepReviews(context: Context): Promise<void> {
  const { db } = context.store;
  const now = context.clock();
  for (const providerId of await overdue(db, now)) await endAtDate(context, providerId);
  const waiting = await waitingDowngrades(db);
  for (const [providerId, since] of waiting)
    if (now - since >= LONGEST_WAIT_MS) await startAwaiting(context, providerId);
  for (const providerId of await underReview(db))
    if (!waiting.has(providerId)) await endUnawaited(context, providerId);
}

async function overdue(db: Queries, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('served_indicators')
    .select('provider_id')
    .where('review_until', 'is not', null)
    .where('review_until', '<=', now)
    .execute();
  return rows.map(({ provider_id }) => provider_id);
}

async function underReview(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('served_indicators')
    .select('provider_id')
    .where('review_until', 'is not', null)
    .execute();
  return rows.map(({ provider_id }) => provider_id);
}

// Each looks again inside its transaction, because a committee may have decided in between.

function endAtDate(context: Context, providerId: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const mark = await lastMark(writes, providerId);
    if (mark?.until == null || mark.until > context.clock()) return;
    const reason = 'The review ended at its date, without a decision.';
    await endReview(context, writes, SERVICE, { providerId, reason });
  });
}

function startAwaiting(context: Context, providerId: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const now = context.clock();
    const since = (await waitingDowngrades(writes, providerId)).get(providerId);
    if (since === undefined || now - since < LONGEST_WAIT_MS) return;
    const mark = await lastMark(writes, providerId);
    // Once for each wait: after its date it does not begin again.
    const wasSet = mark !== undefined && mark.cause === 'awaiting_committee' && mark.marked_at >= since;
    if (wasSet || (mark !== undefined && mark.direction !== null)) return;
    await startReview(context, writes, SERVICE, {
      ...{ providerId, direction: 'down', until: now + AWAITED_DAYS * DAY },
      ...{ reason: AWAITING_REASON, cause: 'awaiting_committee' },
    });
  });
}

/** The draft was discarded, or the newest evidence gives another score. */
function endUnawaited(context: Context, providerId: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const mark = await lastMark(writes, providerId);
    if (mark?.direction == null || mark.cause !== 'awaiting_committee') return;
    if ((await waitingDowngrades(writes, providerId)).has(providerId)) return;
    const reason = 'No downgrade awaits a committee any more.';
    await endReview(context, writes, SERVICE, { providerId, reason });
  });
}

/**
 * By provider: since when a draft with a riskier band waits. It counts as long as the newest run about the provider says the
 * same, because the evidence may have changed since.
 */
async function waitingDowngrades(db: Queries | Writes, providerId?: string): Promise<Map<string, number>> {
  let query = db
    .selectFrom('runs')
    .innerJoin('run_items', 'run_items.run_id', 'runs.id')
    .innerJoin('provider_states', 'provider_states.provider_id', 'run_items.provider_id')
    .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .select(['run_items.provider_id', 'runs.created_at', 'runs.id as run_id'])
    .where('runs.status', '=', 'draft')
    .where('runs.kind', 'in', ['manual', 'scheduled'])
    .where('run_items.kind', '=', 'band_change')
    .where('run_items.action', '=', 'publish')
    .where('run_items.publication_id', 'is', null)
    .whereRef('run_items.base_verification_id', '=', 'provider_states.verification_id')
    .whereRef('run_items.final_score', '<', 'indicators.final_score')
    .orderBy('runs.created_at');
  if (providerId !== undefined) query = query.where('run_items.provider_id', '=', providerId);
  const waiting = Map.groupBy(await query.execute(), ({ provider_id }) => provider_id);
  const since = new Map<string, number>();
  for (const [id, drafts] of waiting) {
    const newest = await db
      .selectFrom('run_items')
      .innerJoin('runs', 'runs.id', 'run_items.run_id')
      .select('runs.id')
      .where('run_items.provider_id', '=', id)
      .where('runs.status', 'in', ['draft', 'published'])
      .where('runs.kind', 'in', ['manual', 'scheduled'])
      .orderBy('runs.created_at', 'desc')
      .orderBy('runs.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (drafts.some(({ run_id }) => run_id === newest?.id)) since.set(id, drafts[0]!.created_at);
  }
  return since;
}
