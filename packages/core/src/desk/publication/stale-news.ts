// The changelog entries and events for the beginning and the end of an indicator's staleness.

import type { Context } from '../../context/context.ts';
import { nextSequence } from '../../context/sequence.ts';
import { eventRow } from '../../events/score-events.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import type { Indicator } from '../runs/current-indicators.ts';
import { ITEMS_AT_ONCE, type Prepared } from './prepare.ts';

export interface StaleMark {
  stale_since: number | null;
  stale_reason: string | null;
}

/** Records since when and why an indicator is stale, or that it no longer is (`stale_since` null). */
export async function recordMark(
  writes: Writes,
  { provider_id, verification_id }: Indicator,
  mark: StaleMark,
  at: number,
): Promise<void> {
  await writes
    .insertInto('stale_marks')
    .values({
      seq: await nextSequence(writes, 'stale_marks'),
      provider_id,
      verification_id,
      marked_at: at,
      stale_since: mark.stale_since,
      stale_reason: mark.stale_reason,
    })
    .execute();
}

/** The same, with a changelog entry and an event: the beginning or the end of staleness. */
export async function recordStaleness(
  context: Context,
  writes: Writes,
  indicator: Indicator,
  mark: StaleMark,
  at: number,
): Promise<void> {
  await recordMark(writes, indicator, mark, at);
  const { provider_id, verification_id } = indicator;
  const statement = JSON.parse(indicator.statement) as Record<string, string>;
  const entry = {
    seq: await nextSequence(writes, 'changelog'),
    id: context.newId(),
    provider_id,
    provider_name: statement.provider_name!,
    planner_type: statement.planner_type!,
    kind: mark.stale_since === null ? ('stale_ended' as const) : ('stale' as const),
    previous_score: indicator.final_score,
    new_score: indicator.final_score,
    previous_band: indicator.risk_band,
    new_band: indicator.risk_band,
    reason: mark.stale_reason ?? 'The overdue check was made.',
    framework_version: statement.framework_version!,
    verification_id,
    changed_at: at,
  };
  await writes.insertInto('changelog').values(entry).execute();
  const event = eventRow(entry, await nextSequence(writes, 'events'), context.newId());
  await writes.insertInto('events').values(event).execute();
}

/** A run that publishes or confirms a stale indicator ends its staleness. */
export async function endStaleness(
  context: Context,
  writes: Writes,
  { news, confirmed, publishedAt }: Prepared,
): Promise<void> {
  const ids = [
    ...news
      .filter(({ indicator }) => indicator.supersedes !== null)
      .map(({ indicator }) => indicator.provider_id),
    ...confirmed.map(({ provider_id }) => provider_id),
  ];
  for (const portion of inPortions(ids, ITEMS_AT_ONCE)) {
    const stale = await writes
      .selectFrom('provider_states')
      .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
      .selectAll('indicators')
      .where('provider_states.provider_id', 'in', portion)
      .where('provider_states.stale_since', 'is not', null)
      .orderBy('provider_states.provider_id')
      .execute();
    for (const indicator of stale) {
      await recordStaleness(
        context,
        writes,
        indicator,
        { stale_since: null, stale_reason: null },
        publishedAt,
      );
    }
  }
}
