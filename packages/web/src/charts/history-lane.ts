// Under the history of a score: a lane with a diamond for a framework version, a ring for a correction, a cross for a
// withdrawal and hatching while the indicator was stale; and the time axis.

import { shortMonth } from './dates.ts';
import { type Drawing, draw } from './drawing.ts';

export interface Period {
  since: number;
  until: number;
}

export interface ChartMark {
  at: number;
  kind: 'framework' | 'corrected' | 'withdrawn';
  label: string;
}

/** In percent. */
export interface Span {
  from: number;
  until: number;
}

/** The least width of a level that has room for its figure, in percent. */
export const LABEL_WIDTH = 14;

export function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}

interface Placed {
  /** Where its label may begin, in percent. */
  end: number;
  from: number;
  drawn: Drawing;
  label: string;
}

/** The least distance to the next mark that leaves room for a label, in percent. */
const LABEL_ROOM = 18;

export function lane(
  marks: readonly ChartMark[],
  stale: readonly Span[],
  place: (instant: number) => number,
  hatch: string,
): Drawing[] {
  const placed = [
    ...marks.map(({ at, kind, label }): Placed => {
      const x = place(at);
      return { from: x, end: x, drawn: markAt(kind, `${x}%`), label };
    }),
    ...stale.map(({ from, until }): Placed => {
      const box = { class: 'stale-period', x: `${from}%`, y: 2.5, width: percent(until - from), height: 11 };
      return { from, end: until, drawn: draw('rect', { ...box, fill: `url(#${hatch})` }), label: 'stale' };
    }),
  ].sort((a, b) => a.from - b.from);
  if (placed.length === 0) return [draw('text', { y: 12 }, 'No other events')];
  return placed.flatMap(({ from, end, drawn, label }, at) => {
    const next = placed[at + 1]?.from ?? 100;
    const before = placed[at - 1]?.end ?? 0;
    if (next - end >= LABEL_ROOM) return [drawn, draw('text', { x: `${end}%`, dx: 10, y: 12 }, label)];
    // To its left, if it is the last and there is room only there.
    if (at === placed.length - 1 && from - before >= 2 * LABEL_ROOM)
      return [drawn, draw('text', { x: `${from}%`, dx: -10, y: 12, 'text-anchor': 'end' }, label)];
    return [drawn];
  });
}

const PATHS = { framework: ['filled', 'M0 3l5 5l-5 5l-5-5z'], withdrawn: ['cross', 'M-4 4l8 8M4 4l-8 8'] };

function markAt(kind: ChartMark['kind'], x: string): Drawing {
  if (kind === 'corrected') return draw('circle', { class: 'hollow', cx: x, cy: 8, r: 4 });
  const [name, d] = PATHS[kind];
  return draw('svg', { x, overflow: 'visible' }, draw('path', { class: name!, d: d! }));
}

const MOST_TICKS = 7;
/** A label must not run out of the plot. */
const LAST_PLACE = 92;

/** Months, or years if there are many. */
export function axisTicks(period: Period, place: (instant: number) => number): Drawing[] {
  return ticks(period)
    .map((at) => ({ at, x: place(at) }))
    .filter(({ x }) => x <= LAST_PLACE)
    .flatMap(({ at, x }) => [
      draw('line', { class: 'tick', x1: `${x}%`, x2: `${x}%`, y1: 0, y2: 4 }),
      draw('text', { x: `${x}%`, y: 16 }, label(at, period)),
    ]);
}

/** Starts of months in UTC, as many months apart as it takes to keep labels apart. */
function ticks({ since, until }: Period): number[] {
  const first = new Date(since);
  const months = (until - since) / (30.44 * 24 * 60 * 60 * 1000);
  const apart = [1, 2, 3, 6, 12, 24, 60].find((step) => months / step <= MOST_TICKS) ?? 120;
  const found: number[] = [];
  for (let month = 0; ; month += 1) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1);
    if (at >= until) return found;
    if (at >= since && new Date(at).getUTCMonth() % Math.min(apart, 12) === 0 && isOnYear(at, apart))
      found.push(at);
  }
}

function isOnYear(at: number, apart: number): boolean {
  return apart <= 12 || new Date(at).getUTCFullYear() % (apart / 12) === 0;
}

/** A year is written where it begins, so that a month is never taken for one of another year. */
function label(at: number, { since, until }: Period): string {
  const date = new Date(at);
  const spansYears = new Date(since).getUTCFullYear() !== new Date(until - 1).getUTCFullYear();
  return date.getUTCMonth() === 0 && spansYears
    ? String(date.getUTCFullYear())
    : shortMonth(date.getUTCMonth() + 1);
}
