// Puts indicators under review, and ends that: with a mark that becomes a leaf of the log, an entry of the changelog and an
// event. The score does not change. A committee decides it, in its own transaction; the service does what reviews/sweep.ts says.

import type { Actor } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { nextSequence } from '../../context/sequence.ts';
import { eventRow } from '../../events/score-events.ts';
import { changeTime } from '../../log/change-times.ts';
import type { Database } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import { refreshServed } from '../served/refresh.ts';
import type { ServedReview } from '../served/served.ts';

const DAY = 24 * 60 * 60 * 1000;
/** A status that nobody has to look at again for longer would be a forecast. */
const LONGEST_DAYS = 366;

export interface NewReview {
  providerId: string;
  direction: ServedReview['direction'];
  /** When it ends by itself. */
  until: number;
  /** Published. */
  reason: string;
  /** awaiting_committee: the service sets it, because a downgrade waits. */
  cause?: Database['review_marks']['cause'];
}

/** Also replaces the review that an indicator is under. */
export async function startReview(
  context: Context,
  writes: Writes,
  actor: Pick<Actor, 'id'>,
  { providerId, direction, until, reason, cause = 'committee' }: NewReview,
): Promise<void> {
  const now = await changeTime(writes, context.clock());
  if (reason.trim() === '')
    throw new Refusal('validation_failed', 'A review needs a reason; it is published.');
  if (until <= now || until > now + LONGEST_DAYS * DAY)
    throw new Refusal('validation_failed', 'A review ends on a date within the next year.');
  const indicator = await currentOf(writes, providerId);
  if (indicator === undefined)
    throw new Refusal('conflict', 'This provider has no current indicator that could be under review.');
  const mark = { direction, since: now, until, reason: reason.trim(), cause };
  await recordReview(context, writes, indicator, mark, now);
  await recordAct(context, writes, actor, 'review.start', providerId, null, {
    direction,
    reason: reason.trim(),
  });
}

/** Returns whether it was under review. `reason`: how it ended, which is published. */
export async function endReview(
  context: Context,
  writes: Writes,
  actor: Pick<Actor, 'id'>,
  { providerId, reason }: { providerId: string; reason: string },
): Promise<boolean> {
  const last = await lastMark(writes, providerId);
  if (last === undefined || last.direction === null) return false;
  const indicator =
    (await currentOf(writes, providerId)) ?? (await indicatorOf(writes, last.verification_id));
  const now = await changeTime(writes, context.clock());
  const mark = { direction: null, since: null, until: null, reason, cause: last.cause };
  await recordReview(context, writes, indicator, mark, now);
  await recordAct(context, writes, actor, 'review.end', providerId, null, { reason });
  return true;
}

/** Ends the reviews that waited for a decision, now that it was made. */
export async function endAwaited(
  context: Context,
  writes: Writes,
  actor: Pick<Actor, 'id'>,
  providerIds: readonly string[],
): Promise<void> {
  for (const providerId of providerIds) {
    const last = await lastMark(writes, providerId);
    if (last?.direction != null && last.cause === 'awaiting_committee')
      await endReview(context, writes, actor, { providerId, reason: 'The committee decided.' });
  }
}

export function lastMark(writes: Writes, providerId: string): Promise<Database['review_marks'] | undefined> {
  return writes
    .selectFrom('review_marks')
    .selectAll()
    .where('provider_id', '=', providerId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function currentOf(writes: Writes, providerId: string): Promise<Database['indicators'] | undefined> {
  return writes
    .selectFrom('provider_states')
    .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .selectAll('indicators')
    .where('provider_states.provider_id', '=', providerId)
    .executeTakeFirst();
}

function indicatorOf(writes: Writes, id: string): Promise<Database['indicators']> {
  return writes
    .selectFrom('indicators')
    .selectAll()
    .where('verification_id', '=', id)
    .executeTakeFirstOrThrow();
}

type Mark = Pick<Database['review_marks'], 'direction' | 'since' | 'until' | 'reason' | 'cause'>;

async function recordReview(
  context: Context,
  writes: Writes,
  indicator: Database['indicators'],
  mark: Mark,
  at: number,
): Promise<void> {
  const { provider_id, verification_id } = indicator;
  await writes
    .insertInto('review_marks')
    .values({
      seq: await nextSequence(writes, 'review_marks'),
      provider_id,
      verification_id,
      marked_at: at,
      ...mark,
    })
    .execute();
  const statement = JSON.parse(indicator.statement) as Record<string, string>;
  const entry: Database['changelog'] = {
    seq: await nextSequence(writes, 'changelog'),
    id: context.newId(),
    provider_id,
    provider_name: statement.provider_name!,
    planner_type: statement.planner_type!,
    kind: mark.direction === null ? 'review_ended' : 'review_started',
    previous_score: indicator.final_score,
    new_score: indicator.final_score,
    previous_band: indicator.risk_band,
    new_band: indicator.risk_band,
    reason: mark.reason,
    framework_version: statement.framework_version!,
    verification_id,
    changed_at: at,
  };
  await writes.insertInto('changelog').values(entry).execute();
  const event = eventRow(entry, await nextSequence(writes, 'events'), context.newId());
  await writes.insertInto('events').values(event).execute();
  await refreshServed(writes, [provider_id]);
}
