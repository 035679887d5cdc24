// Exposure against score: a dot for each name on the ground of the bands. Positions are percentages, so that the drawing fits any
// width; `frame` is the size that labels are placed for.

import { BAND_BOUNDS, BANDS, bandClass, bandWord } from './bands.ts';
import { type Drawing, draw } from './drawing.ts';
import { percent } from './history-lane.ts';
import { placeLabels, textWidth } from './label-places.ts';

export interface ExposureMark {
  name: string;
  /** In hundredths. */
  score: number;
  /** In the unit of the axis. */
  exposure: number;
  /** A limit of it is breached. */
  isBreached: boolean;
}

interface Frame {
  width: number;
  height: number;
}

const RADIUS = 4;
const MOST_LABELLED = 8;
const MOST_TICKS = 4;
/** Narrower plots have no names of bands. */
const NAMED_FROM = 360;

interface ExposureAxis {
  max: number;
  ticks: number[];
}

/** From 0, in steps of 1, 2 or 5 times a power of ten. */
export function exposureAxis(marks: readonly Pick<ExposureMark, 'exposure'>[]): ExposureAxis {
  const most = marks.reduce((highest, { exposure }) => Math.max(highest, exposure), 0);
  if (most === 0) return { max: 1, ticks: [0] };
  const power = 10 ** Math.floor(Math.log10(most / MOST_TICKS));
  const step = [1, 2, 5, 10].map((size) => size * power).find((size) => most / size <= MOST_TICKS)!;
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
  return { max: most * 1.1, ticks };
}

/** The largest have labels, and those that breach a limit. */
export function exposureMap(marks: readonly ExposureMark[], frame: Frame): Drawing[] {
  const axis = exposureAxis(marks);
  return [...ground(frame), ...lines(axis), ...dots(marks, axis), ...labels(marks, axis, frame)];
}

function ground({ width }: Frame): Drawing[] {
  const bounds = [0, ...BAND_BOUNDS, 100];
  return BANDS.toReversed().flatMap((band, at) => {
    const [from, to] = [bounds[at]!, bounds[at + 1]!];
    const area = draw('rect', {
      ...{ class: `area ${bandClass(band)}`, x: percent(from), width: percent(to - from), height: '100%' },
    });
    if (width < NAMED_FROM) return [area];
    const place = { x: percent((from + to) / 2), y: '100%', dy: 40, 'text-anchor': 'middle' };
    return [area, draw('text', { class: `word ${bandClass(band)}`, ...place }, bandWord(band))];
  });
}

function lines({ max, ticks }: ExposureAxis): Drawing[] {
  const up = (value: number) => percent(100 - (value / max) * 100);
  const grid = ticks.flatMap((tick) => [
    draw('line', { class: 'grid', x2: '100%', y1: up(tick), y2: up(tick) }),
    draw('text', { class: 'figure', x: -8, y: up(tick), dy: 4, 'text-anchor': 'end' }, tickText(tick)),
  ]);
  const scores = [0, ...BAND_BOUNDS, 100].map((score) =>
    draw(
      'text',
      {
        ...{ class: 'figure', x: percent(score), y: '100%', dy: 20 },
        'text-anchor': score === 0 ? 'start' : score === 100 ? 'end' : 'middle',
      },
      String(score),
    ),
  );
  return [...grid, ...scores];
}

function tickText(tick: number): string {
  const text = tick >= 1 ? String(Math.round(tick)) : String(Number(tick.toPrecision(1)));
  return text.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

function dots(marks: readonly ExposureMark[], { max }: ExposureAxis): Drawing[] {
  return marks.map(({ score, exposure, isBreached }) =>
    draw('circle', {
      class: isBreached ? 'dot breached' : 'dot',
      ...{ cx: percent(score / 100), cy: percent(100 - (exposure / max) * 100), r: RADIUS },
    }),
  );
}

function labels(marks: readonly ExposureMark[], { max }: ExposureAxis, frame: Frame): Drawing[] {
  const places = marks.map(({ score, exposure }) => ({
    x: (score / 10_000) * frame.width,
    y: (1 - exposure / max) * frame.height,
  }));
  const chosen = marks
    .map((mark, at) => ({ ...mark, at }))
    .sort((a, b) => Number(b.isBreached) - Number(a.isBreached) || b.exposure - a.exposure)
    .slice(0, MOST_LABELLED);
  const boxOf = (at: number) => {
    const { x, y } = places[at]!;
    return { left: x - RADIUS, right: x + RADIUS, top: y - RADIUS, bottom: y + RADIUS };
  };
  const shown = new Set(chosen.map(({ at }) => at));
  const found = placeLabels(
    chosen.map(({ at, name }) => ({ mark: boxOf(at), width: textWidth(firstOf(name)) })),
    frame,
    marks.flatMap((_, at) => (shown.has(at) ? [] : boxOf(at))),
  );
  return found.flatMap((place, index) => {
    if (place === null || place.leader !== null) return [];
    const { left, top } = place.box;
    const at = { x: percent((left / frame.width) * 100), y: percent((top / frame.height) * 100), dy: 12 };
    return [draw('text', { class: 'label', ...at }, firstOf(chosen[index]!.name))];
  });
}

/** The chart has no room for whole names; the table has them. */
function firstOf(name: string): string {
  const first = name.split(/[\s,]/, 1)[0]!;
  return first.length > 16 ? `${first.slice(0, 15)}…` : first;
}
