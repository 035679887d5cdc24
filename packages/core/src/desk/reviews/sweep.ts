// What happens to reviews by the clock: one ends at its date, and an indicator whose downgrade waits too long for its
// committee comes under review by itself.

import { SERVICE } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { waitingDowngrades } from '../committee/waiting-downgrades.ts';
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
  const waiting = await waitingSince(db);
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
    const since = (await waitingSince(writes, providerId)).get(providerId);
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

/** The draft was refused or discarded, or the newest evidence gives another score. */
function endUnawaited(context: Context, providerId: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const mark = await lastMark(writes, providerId);
    if (mark?.direction == null || mark.cause !== 'awaiting_committee') return;
    if ((await waitingSince(writes, providerId)).has(providerId)) return;
    const reason = 'No downgrade awaits a committee any more.';
    await endReview(context, writes, SERVICE, { providerId, reason });
  });
}

/** By provider: since when a draft with a riskier band waits for its committee. */
async function waitingSince(db: Queries | Writes, providerId?: string): Promise<Map<string, number>> {
  const waiting = await waitingDowngrades(db, providerId);
  return new Map(waiting.map(({ provider_id, since }) => [provider_id, since]));
}
