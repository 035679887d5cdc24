// Scores against yields: each provider is a bar from its lowest to its highest yield, at the height of its score, on the
// ground of the bands. Positions are percentages, so that the drawing fits any width; `frame` is the size that labels and
// small marks are placed for. Bars are lines of fixed thickness, of which many can be one element.

import { BAND_BOUNDS, BANDS, bandClass, bandName } from './bands.ts';
import { type Drawing, draw } from './drawing.ts';
import { percent } from './history-lane.ts';
import { type Box, type LabelPlace, leaderOf, placeLabels, textWidth } from './label-places.ts';

export interface MapMark {
  slug: string;
  name: string;
  /** In hundredths. */
  score: number;
  band: string;
  /** In percent a year. */
  yieldMin: number;
  yieldMax: number;
  isStale: boolean;
}

export interface Frame {
  width: number;
  height: number;
}

/** The plot of a page of full width. */
export const FULL_FRAME: Frame = { width: 1024, height: 528 };
/** Narrower plots have names without figures. */
const NARROW = 600;
/** More labels than this hide the bars. */
export const MOST_LABELLED = 60;
/** More marks than this are drawn as one line for each band, so that the page keeps few elements. */
const MOST_APART = 500;
const LEAST_WIDTH = 8;
const HALF_BAR = 3;
const AXIS_STEP = 5;
const MOST_TICKS = 5;

export interface YieldAxis {
  min: number;
  max: number;
  ticks: number[];
}

/** From 0 to the next 5 above the highest yield; further down only if a yield is negative. */
export function yieldAxis(marks: readonly Pick<MapMark, 'yieldMin' | 'yieldMax'>[]): YieldAxis {
  const highest = marks.reduce((most, { yieldMax }) => Math.max(most, yieldMax), 0);
  const lowest = marks.reduce((least, { yieldMin }) => Math.min(least, yieldMin), 0);
  const min = Math.floor(lowest / AXIS_STEP) * AXIS_STEP;
  const max = Math.max(AXIS_STEP, (Math.floor(highest / AXIS_STEP) + 1) * AXIS_STEP);
  const step = [5, 10, 20, 25, 50, 100, 250, 500].find((size) => (max - min) / size <= MOST_TICKS) ?? 1000;
  const ticks: number[] = [];
  for (let tick = Math.ceil(min / step) * step; tick <= max; tick += step) ticks.push(tick);
  return { min, max, ticks };
}

/** The place of a bar in a frame, which is at least 8 pixels wide. */
export function boxOf({ score, yieldMin, yieldMax }: MapMark, axis: YieldAxis, frame: Frame): Box {
  const x = (value: number) => ((value - axis.min) / (axis.max - axis.min)) * frame.width;
  const [from, until] = [x(yieldMin), x(yieldMax)];
  const lacking = Math.max(0, LEAST_WIDTH - (until - from)) / 2;
  const left = Math.min(Math.max(0, from - lacking), frame.width - LEAST_WIDTH);
  const y = (1 - score / 10_000) * frame.height;
  return {
    left,
    right: Math.max(left + LEAST_WIDTH, until + lacking),
    top: y - HALF_BAR,
    bottom: y + HALF_BAR,
  };
}

/** `isLabelled` says whether marks have labels; with too many, none has. */
export function mapDrawing(marks: readonly MapMark[], frame: Frame): Drawing[] {
  const axis = yieldAxis(marks);
  const boxes = marks.map((mark) => boxOf(mark, axis, frame));
  return [
    ...ground(axis),
    ...bars(marks, boxes, frame),
    ...(marks.length > MOST_LABELLED ? [] : labels(marks, boxes, frame)),
  ];
}

function ground(axis: YieldAxis): Drawing[] {
  const bounds = [100, ...BAND_BOUNDS.toReversed(), 0];
  return [
    ...BANDS.map((band, at) =>
      draw('rect', {
        class: `area ${bandClass(band)}`,
        y: `${100 - bounds[at]!}%`,
        width: '100%',
        height: `${bounds[at]! - bounds[at + 1]!}%`,
      }),
    ),
    ...axis.ticks
      .filter((tick) => tick > axis.min && tick < axis.max)
      .map((tick) =>
        draw('line', { class: 'grid', x1: onAxis(axis, tick), x2: onAxis(axis, tick), y2: '100%' }),
      ),
  ];
}

function onAxis({ min, max }: YieldAxis, value: number): string {
  return percent(((value - min) / (max - min)) * 100);
}

/** The figures under the plot. */
export function axisDrawing(axis: YieldAxis): Drawing[] {
  return axis.ticks.flatMap((tick) => {
    const x = onAxis(axis, tick);
    const isLast = tick === axis.ticks.at(-1);
    const anchor = tick === axis.min ? 'start' : tick === axis.max ? 'end' : 'middle';
    return [
      draw('line', { class: 'tick', x1: x, x2: x, y2: 4 }),
      draw(
        'text',
        { x, y: 18, 'text-anchor': anchor },
        `${String(tick).replace('-', '−')}${isLast ? ' %' : ''}`,
      ),
    ];
  });
}

/** The figures at the left of the plot. */
export function boundsDrawing(): Drawing[] {
  return [0, ...BAND_BOUNDS, 100].map((bound) =>
    draw(
      'text',
      { x: '100%', y: `${100 - bound}%`, dy: bound === 100 ? 10 : 4, 'text-anchor': 'end' },
      String(bound),
    ),
  );
}

const UNIT = 10_000;

interface Group {
  band: string;
  isStale: boolean;
  boxes: Box[];
}

/** Each bar on its own, or all of a band in one line if there are many. Later ones lie on earlier ones. */
function groupsOf(marks: readonly MapMark[], boxes: readonly Box[]): Group[] {
  if (marks.length <= MOST_APART)
    return marks.map(({ band, isStale }, at) => ({ band, isStale, boxes: [boxes[at]!] }));
  const groups = new Map<string, Group>();
  for (const [at, { band, isStale }] of marks.entries()) {
    const key = `${band} ${isStale}`;
    const group = groups.get(key) ?? { band, isStale, boxes: [] };
    group.boxes.push(boxes[at]!);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** In units of a ten-thousandth of the plot, whatever its size: only the thickness of lines is in pixels. */
function bars(marks: readonly MapMark[], boxes: readonly Box[], frame: Frame): Drawing[] {
  const x = (px: number) => Math.round((px / frame.width) * UNIT);
  const y = (px: number) => Math.round((px / frame.height) * UNIT);
  const line = (group: Group, name: string, inset: number) => {
    const d = group.boxes
      .map(
        ({ left, right, top, bottom }) => `M${x(left + inset)} ${y((top + bottom) / 2)}H${x(right - inset)}`,
      )
      .join('');
    return draw('path', { class: name, d, 'vector-effect': 'non-scaling-stroke' });
  };
  const drawn = groupsOf(marks, boxes).flatMap((group) => [
    line(group, 'apart', -1),
    line(group, `bar ${bandClass(group.band)}`, 0),
    ...(group.isStale ? [line(group, 'inside', 2)] : []),
  ]);
  const size = { viewBox: `0 0 ${UNIT} ${UNIT}`, preserveAspectRatio: 'none' };
  return [
    draw('svg', { class: 'bars', ...size, width: '100%', height: '100%', overflow: 'visible' }, ...drawn),
  ];
}

function labels(marks: readonly MapMark[], boxes: readonly Box[], frame: Frame): Drawing[] {
  const texts = marks.map((mark) => labelTexts(mark, frame));
  const places = placeLabels(
    boxes.map((mark, at) => ({ mark, width: textWidth(texts[at]!.join(' ')) })),
    frame,
    frame.width < NARROW ? namesWithin(frame) : [],
  );
  return places.flatMap((place, at) => (place === null ? [] : labelAt(place, texts[at]!, frame)));
}

/** The name, and muted what follows it. */
function labelTexts({ name, score, isStale, yieldMax }: MapMark, { width }: Frame): string[] {
  if (width < NARROW) return isStale ? [name, 'stale'] : [name];
  const none = yieldMax === 0 ? ', no yield' : '';
  return [name, `${(score / 100).toFixed(2)}${none}${isStale ? ' stale' : ''}`];
}

function labelAt({ box, leader }: LabelPlace, [name, more]: string[], frame: Frame): Drawing[] {
  const x = (px: number) => percent((px / frame.width) * 100);
  const y = (px: number) => percent((px / frame.height) * 100);
  const text = draw(
    'text',
    { class: 'label', x: x(box.left), y: y(box.top), dy: 12 },
    name!,
    ...(more === undefined ? [] : [draw('tspan', { class: 'more', dx: 6 }, more)]),
  );
  if (leader === null) return [text];
  const { from, to } = leaderOf(box, leader);
  const way = draw('line', {
    ...{ class: 'leader', x1: x(from.x), y1: y(from.y) },
    ...{ x2: x(to.x), y2: y(to.y) },
  });
  return [way, text];
}

/** The names of the bands at the right of the plot, or within a narrow one. */
export function bandNames(): Drawing[] {
  return BANDS.map((band, at) =>
    draw('text', { class: bandClass(band), y: `${middleOfBand(at)}%`, dy: 4 }, bandName(band)),
  );
}

/** The room that the style sheet gives the names of the bands within a narrow plot. */
const NAMES_WIDTH = 84;

function namesWithin({ width, height }: Frame): Box[] {
  return BANDS.map((_, at) => {
    const y = (middleOfBand(at) / 100) * height;
    return { left: width - NAMES_WIDTH, right: width, top: y - 8, bottom: y + 8 };
  });
}

/** In percent of the height, from the top. */
function middleOfBand(at: number): number {
  const bounds = [100, ...BAND_BOUNDS.toReversed(), 0];
  return 100 - (bounds[at]! + bounds[at + 1]!) / 2;
}

const LEAST_ABOVE = 3;
const LEAST_SHARE = 1 / 3;

/** "No provider that pays more than 7 % a year scores above 61.26", if that says something about a third of all others; else null. */
export function findingOfMap(marks: readonly MapMark[]): string | null {
  const highest = marks.reduce((most, { yieldMax }) => Math.max(most, yieldMax), 0);
  for (let threshold = 1; threshold < highest; threshold += 1) {
    const paying = marks.filter(({ yieldMax }) => yieldMax > threshold);
    if (paying.length < LEAST_ABOVE) return null;
    const best = paying.reduce((most, { score }) => Math.max(most, score), 0);
    const safer = marks.filter(({ score }) => score > best).length;
    if (safer >= marks.length * LEAST_SHARE)
      return `No provider that pays more than ${threshold} % a year scores above ${(best / 100).toFixed(2)}`;
  }
  return null;
}
