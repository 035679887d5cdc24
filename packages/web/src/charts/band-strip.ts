// The bands of a provider over time as a strip of four lanes: as many are filled as bars in the glyph of the band, so that
// the strip is the glyph laid down. Above it are changes of the band and reviews, on it corrections and withdrawals. Positions
// are percentages across and pixels down.

import { bandClass, stepsFromSafest } from './bands.ts';
import { type Drawing, draw } from './drawing.ts';
import { type Period, percent } from './history-lane.ts';

export interface StripPeriod {
  from: number;
  /** Null if it lasts. */
  until: number | null;
  band: string;
  isStale: boolean;
}

export interface StripEvent {
  at: number;
  kind: string;
  previousBand: string | null;
  newBand: string | null;
}

export interface StripReview {
  from: number;
  /** Null if it lasts. */
  until: number | null;
  direction: string;
}

export const STRIP_HEIGHT = 32;
/** The line of the chosen day runs from row to row: beyond the strip, to the edges of a cell that clips it. */
export const DAY_LINE = { class: 'here', y1: -32, y2: 2 * STRIP_HEIGHT } as const;
/** The lane of band changes and reviews, above the strip. */
const LANE_ABOVE = 5;
const TOP = 9;
const LANE = 4;
const GAP = 1;
const LANES = 4;
const HEIGHT = LANES * (LANE + GAP) - GAP;
const MIDDLE = TOP + HEIGHT / 2;
/** The least width of a gap that has room for the word in it, in percent. */
const WORD_ROOM = 14;
export const STALE_PATTERN = 'strip-stale';

/** Stripes of the page over a stale strip; once on a page. */
export function stripPatterns(): Drawing {
  const pattern = {
    ...{ id: STALE_PATTERN, width: 5, height: 5 },
    ...{ patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  };
  const stripe = draw('rect', { class: 'stripe', width: 2, height: 5 });
  return draw(
    'svg',
    { class: 'defs', width: 0, height: 0, 'aria-hidden': 'true' },
    draw('defs', {}, draw('pattern', pattern, stripe)),
  );
}

export function stripDrawing(
  periods: readonly StripPeriod[],
  events: readonly StripEvent[],
  period: Period,
  reviews: readonly StripReview[] = [],
): Drawing[] {
  const place = (instant: number) =>
    Math.min(100, Math.max(0, ((instant - period.since) / (period.until - period.since)) * 100));
  const lanes = Array.from({ length: LANES - 1 }, (_, at) =>
    draw('line', { class: 'between', x2: '100%', y1: between(at), y2: between(at) }),
  );
  return [
    ...periods.flatMap(({ from, until, band, isStale }) => {
      const [start, end] = [place(from), place(until ?? period.until)];
      const filled = stepsFromSafest(band) * (LANE + GAP) - GAP;
      const box = { x: percent(start), width: percent(end - start) };
      return [
        draw('rect', { class: `tint ${bandClass(band)}`, ...box, y: TOP, height: HEIGHT }),
        draw('rect', { class: `lanes ${bandClass(band)}`, ...box, y: TOP + HEIGHT - filled, height: filled }),
        ...(isStale
          ? [draw('rect', { ...box, y: TOP, height: HEIGHT, fill: `url(#${STALE_PATTERN})` })]
          : []),
      ];
    }),
    ...lanes,
    ...reviews.map(({ from, until }) =>
      draw('line', {
        class: 'reviewed',
        ...{ x1: percent(place(from)), x2: percent(place(until ?? period.until)) },
        ...{ y1: LANE_ABOVE, y2: LANE_ABOVE },
      }),
    ),
    ...gapsOf(periods, period).flatMap(({ from, until }) => gapDrawing(place(from), place(until))),
    ...events.flatMap((event) => eventMark(event, `${Math.round(place(event.at) * 100) / 100}%`)),
  ];
}

function between(lane: number): number {
  return TOP + (lane + 1) * (LANE + GAP) - GAP / 2;
}

/** When a provider was withdrawn. */
function gapsOf(periods: readonly StripPeriod[], { until: end }: Period): { from: number; until: number }[] {
  return periods.flatMap(({ until }, at) => {
    const next = periods[at + 1]?.from ?? end;
    return until !== null && until < next ? [{ from: until, until: next }] : [];
  });
}

function gapDrawing(from: number, until: number): Drawing[] {
  const hasRoom = until - from >= WORD_ROOM;
  return [
    draw(
      'svg',
      { x: percent(from), overflow: 'visible' },
      draw('path', { class: 'cross', d: 'M2 15l7 7M9 15l-7 7' }),
    ),
    draw(
      'svg',
      { x: percent(from), width: percent(until - from) },
      draw('line', { class: 'gone', x1: 14, x2: '100%', y1: MIDDLE, y2: MIDDLE }),
    ),
    ...(hasRoom
      ? [draw('text', { class: 'gone-word', x: percent(from), dx: 18, y: MIDDLE + 4 }, 'withdrawn')]
      : []),
  ];
}

function eventMark({ kind, previousBand, newBand }: StripEvent, x: string): Drawing[] {
  if (kind === 'correction') return [draw('circle', { class: 'corrected', cx: x, cy: MIDDLE, r: 4 })];
  const isMove = previousBand !== null && newBand !== null && previousBand !== newBand;
  return isMove
    ? [draw('svg', { x, overflow: 'visible' }, draw('path', { class: 'moved', d: 'M0 1l4 4l-4 4l-4-4z' }))]
    : [];
}
