// The form in which rate-limit windows are saved: one row per window and second.

import type { Database } from '@rf-indicators/core/store/schema';

export type Span = Database['limit_spans'];

const SECOND_MS = 1000;
/** Two digits can encode the milliseconds of a second, because 32 × 32 is more than 1000. */
const BASE = 32;
const DIGITS = 2;

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

function digitsOf(milliseconds: number): string {
  return milliseconds.toString(BASE).padStart(DIGITS, '0');
}
