// Saves rate-limit windows to the store, one row per window and second, so that a restart does not reset them.

import { inPortions } from '@rf-indicators/core/store/bulk';
import type { Database } from '@rf-indicators/core/store/schema';
import type { Queries, Writes } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';

export type Span = Database['limit_spans'];

const SECOND_MS = 1000;
/** Two digits can encode the milliseconds of a second, because 32 × 32 is more than 1000. */
const BASE = 32;
const DIGITS = 2;
const ROWS_PER_INSERT = 100;

/** One row per window and second. `times` has two characters per request, so that rows can be merged by appending. */
export function spansOf(node: string, drained: ReadonlyMap<string, readonly number[]>): Span[] {
  const spans: Span[] = [];
  for (const [window_id, instants] of drained) {
    const bySecond = Map.groupBy(instants, (instant) => instant - (instant % SECOND_MS));
    for (const [second, inSecond] of bySecond) {
      spans.push({
        node,
        window_id,
        second,
        times: inSecond.map((instant) => digitsOf(instant - second)).join(''),
      });
    }
  }
  return spans;
}

export function instantsOf(spans: readonly Span[]): Map<string, number[]> {
  const byWindow = new Map<string, number[]>();
  for (const { window_id, second, times } of spans) {
    const instants = byWindow.get(window_id) ?? [];
    byWindow.set(window_id, instants);
    for (let at = 0; at < times.length; at += DIGITS) {
      instants.push(second + Number.parseInt(times.slice(at, at + DIGITS), BASE));
    }
  }
  return byWindow;
}

/**
 * Appends to rows that exist already: a second can be split between two drains, and drains never overlap. `spans` must
 * not contain the same window and second twice; the rows of one drain never do.
 */
export async function writeSpans(writes: Writes, spans: readonly Span[]): Promise<void> {
  for (const portion of inPortions(spans, ROWS_PER_INSERT)) {
    await writes
      .insertInto('limit_spans')
      .values(portion)
      .onConflict((conflict) =>
        conflict
          .columns(['node', 'window_id', 'second'])
          .doUpdateSet({ times: sql`limit_spans.times || excluded.times` }),
      )
      .execute();
  }
}

/** The rows that a node saved since the given time, including the second that contains it. */
export function readSpans(db: Queries, node: string, since: number): Promise<Span[]> {
  return db
    .selectFrom('limit_spans')
    .selectAll()
    .where('node', '=', node)
    .where('second', '>', since - SECOND_MS)
    .orderBy('window_id')
    .orderBy('second')
    .execute();
}

/** Deletes all rows whose second ended before the given time. */
export async function forgetSpans(writes: Writes, before: number): Promise<void> {
  await writes
    .deleteFrom('limit_spans')
    .where('second', '<=', before - SECOND_MS)
    .execute();
}

function digitsOf(milliseconds: number): string {
  return milliseconds.toString(BASE).padStart(DIGITS, '0');
}
