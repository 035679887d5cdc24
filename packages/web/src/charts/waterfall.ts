// The way from 100.00, or from an earlier score, to a score, drawn: one picture for each row of a table, all on the same
// axis, which begins below the lowest total. Places are percentages, so that the pictures take the width that there is.
// All amounts are in hundredths.

import { bandClass } from './bands.ts';
import { type Drawing, draw } from './drawing.ts';
import { FULL, type Step } from './waterfall-steps.ts';

const ONE = 100;
const TEN = 10 * ONE;
const MOST_LINES = 4;
const LABELS_HEIGHT = 20;
/** Around the middle of the row, which is as high as its label. */
const BAR = { y: -6, height: 12 };
/** At the left of the result's bar, where the axis does not begin at 0. */
const BREAK = '4,8 9,-8 13,-8 8,8';

export interface Axis {
  floor: number;
  end: number;
  ticks: number[];
}

export function axisOf(final: number): Axis {
  const floor = Math.max(0, Math.ceil(final / TEN) * TEN - TEN);
  const step = [TEN, 2 * TEN, 2.5 * TEN, 5 * TEN].find((size) => (FULL - floor) / size <= MOST_LINES)!;
  const ticks: number[] = [];
  for (let tick = FULL; tick >= floor; tick -= step) ticks.push(tick);
  return { floor, end: FULL, ticks };
}

/** Around these totals: by tens, or by ones where they are close. */
export function axisAround(totals: readonly number[]): Axis {
  const [low, high] = [Math.min(...totals), Math.max(...totals)];
  const unit = high - low < 5 * ONE ? ONE : TEN;
  const floor = Math.max(0, Math.ceil(low / unit) * unit - unit);
  const end = Math.min(FULL, Math.max(floor + unit, Math.ceil(high / unit) * unit));
  const step = [1, 2, 2.5, 5, 10]
    .map((size) => size * unit)
    .find((size) => (end - floor) / size <= MOST_LINES)!;
  const ticks: number[] = [];
  for (let tick = Math.floor(end / step) * step; tick >= floor; tick -= step) ticks.push(tick);
  return { floor, end, ticks };
}

export function axisLabels(axis: Axis): Drawing {
  const texts = axis.ticks.map((tick) => {
    const anchor = tick === axis.end ? 'end' : tick === axis.floor ? 'start' : 'middle';
    return draw('text', { x: percent(axis, tick), y: 14, 'text-anchor': anchor }, String(tick / 100));
  });
  return picture(texts, LABELS_HEIGHT);
}

export function stepPlot(axis: Axis, { from, to, isUnproved }: Step, kind: 'loss' | 'cap'): Drawing {
  const shape = kind === 'cap' ? 'cap' : isUnproved ? 'unproved' : 'loss';
  const isDrawn = from !== to;
  const ends = [Math.min(from, to), Math.max(from, to)] as const;
  return picture([
    ...lines(axis),
    connector(axis, from, 0, isDrawn ? '50%' : '100%'),
    ...(isDrawn ? [bar(axis, ...ends, shape), connector(axis, to, '50%', '100%')] : []),
  ]);
}

/** The row of an open module: its criteria follow, so nothing is drawn but the way to them. */
export function passage(axis: Axis, { from }: Step): Drawing {
  return picture([...lines(axis), connector(axis, from, 0, '100%')]);
}

export function fullPlot(axis: Axis): Drawing {
  return trackPlot(axis, axis.end);
}

/** What a score would be, or could be at most. */
export function trackPlot(axis: Axis, to: number): Drawing {
  return picture([...lines(axis), bar(axis, axis.floor, to, 'track')]);
}

export function resultPlot(axis: Axis, final: number, band: string): Drawing {
  return picture([
    ...lines(axis),
    bar(axis, axis.floor, final, `result ${bandClass(band)}`),
    ...(axis.floor > 0 ? [inMiddle(draw('polygon', { class: 'break', points: BREAK }))] : []),
  ]);
}

/** Hatching for what caps cost: once on a page. */
export function hatching(): Drawing {
  const pattern = {
    ...{ id: 'cap-hatch', width: 4, height: 4 },
    ...{ patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  };
  const stripe = draw('rect', { class: 'stripe', width: 2, height: 4 });
  const defs = draw('defs', {}, draw('pattern', pattern, stripe));
  return draw('svg', { class: 'defs', width: 0, height: 0, 'aria-hidden': 'true' }, defs);
}

function share({ floor, end }: Axis, amount: number): number {
  return ((Math.max(floor, Math.min(end, amount)) - floor) / (end - floor)) * 100;
}

function percent(axis: Axis, amount: number): string {
  return `${share(axis, amount)}%`;
}

function connector(axis: Axis, at: number, y1: number | string, y2: string): Drawing {
  const x = percent(axis, at);
  return draw('line', { class: 'connector', x1: x, x2: x, y1, y2 });
}

function bar(axis: Axis, from: number, to: number, shape: string): Drawing {
  const width = `${share(axis, to) - share(axis, from)}%`;
  return inMiddle(draw('rect', { class: shape, x: percent(axis, from), width, ...BAR }));
}

function inMiddle(drawn: Drawing): Drawing {
  return draw('svg', { y: '50%', overflow: 'visible' }, drawn);
}

function lines(axis: Axis): Drawing[] {
  return axis.ticks.map((tick) => {
    const x = percent(axis, tick);
    return draw('line', { class: 'grid', x1: x, x2: x, y1: 0, y2: '100%' });
  });
}

function picture(children: readonly Drawing[], height: number | string = '100%'): Drawing {
  const kind = height === '100%' ? 'step-plot row-plot' : 'step-plot';
  return draw('svg', { class: kind, width: '100%', height, 'aria-hidden': 'true' }, ...children);
}
