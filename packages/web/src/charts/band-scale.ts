// The scale of a score: 0 to 100, tinted by band, with a mark at the score. A score that hard rules hold can also have a hollow
// mark where it would be without them, with hatching between the two. Positions are percentages, so that the scale fits any
// width while its figures keep their size.

import { BAND_BOUNDS, BANDS, bandClass } from './bands.ts';
import { type Drawing, draw } from './drawing.ts';
import { hundredths } from './hundredths.ts';

export interface ScaleBand {
  band: string;
  lower_bound: number;
}

interface BandScale {
  /** In hundredths. */
  score: number;
  /** None if those of the framework are not known. */
  bands?: readonly ScaleBand[];
  /** For a score that hard rules hold: without them, in hundredths; null if this reader may not know that. */
  held?: { uncapped: number | null } | null;
}

/** Safest first, as in the framework. */
const CURRENT: readonly ScaleBand[] = BANDS.map((band, at) => ({
  band,
  lower_bound: BAND_BOUNDS.toReversed()[at] ?? 0,
}));

const HEIGHT = 36;
/** Above the scale, for what the marks of a held score are. */
const LABELS = 20;
const HATCH = 'scale-hatch';

/** The figure and the band stand beside it, so readers of the text miss nothing. */
export function bandScale({ score, bands = CURRENT, held = null }: BandScale): Drawing {
  const top = held === null ? 0 : LABELS;
  const scale = [...ground(bands), ...heldTo(score, held?.uncapped ?? null), markAt(score)];
  return svgOf(
    HEIGHT + top,
    held === null ? scale : [...labels(score, held), draw('svg', { y: top, overflow: 'visible' }, ...scale)],
  );
}

/** With a hollow mark at the score before a change and a filled one at the score after it; either may be missing. */
export function changeScale(before: number | null, after: number | null): Drawing {
  return svgOf(HEIGHT, [
    ...ground(CURRENT),
    ...(before === null ? [] : [hollowAt(before)]),
    ...(after === null ? [] : [markAt(after)]),
  ]);
}

function svgOf(height: number, drawings: readonly Drawing[]): Drawing {
  return draw('svg', { class: 'band-scale', height, 'aria-hidden': 'true' }, ...drawings);
}

function ground(bands: readonly ScaleBand[]): Drawing[] {
  const rising = bands.toSorted((a, b) => a.lower_bound - b.lower_bound);
  const bounds = rising.map(({ lower_bound }) => lower_bound).filter((bound) => bound > 0);
  const ends = [0, ...bounds, 100];
  const areas = ends.slice(1).map((to, at) => {
    const from = ends[at]!;
    const band = rising[at]?.band;
    return draw('rect', {
      class: band === undefined ? 'area' : `area ${bandClass(band)}`,
      ...{ x: `${from}%`, y: 4, width: `${to - from}%`, height: 12 },
    });
  });
  const ticks = bounds.map((bound) =>
    draw('line', { class: 'tick', x1: `${bound}%`, x2: `${bound}%`, y1: 4, y2: 20 }),
  );
  const figures = ends.map((bound) => {
    const anchor = bound === 0 ? 'start' : bound === 100 ? 'end' : 'middle';
    return draw('text', { x: `${bound}%`, y: 32, 'text-anchor': anchor }, String(bound));
  });
  return [...areas, ...ticks, ...figures];
}

function markAt(score: number): Drawing {
  const mark = draw('rect', { class: 'mark', x: -1.5, y: 0, width: 3, height: 20 });
  return draw('svg', { x: `${score / 100}%`, overflow: 'visible' }, mark);
}

function heldTo(score: number, uncapped: number | null): Drawing[] {
  if (uncapped === null) return [];
  const pattern = {
    ...{ id: HATCH, width: 4, height: 4 },
    ...{ patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  };
  const [from, to] = [score / 100, uncapped / 100];
  const width = `${Math.round((to - from) * 100) / 100}%`;
  return [
    draw('defs', {}, draw('pattern', pattern, draw('rect', { class: 'stripe', width: 1.5, height: 4 }))),
    draw('rect', { x: `${from}%`, y: 4, width, height: 12, fill: `url(#${HATCH})` }),
    hollowAt(uncapped),
  ];
}

function hollowAt(score: number): Drawing {
  const mark = draw('rect', { class: 'hollow', x: -2, y: 1, width: 4, height: 18 });
  return draw('svg', { x: `${score / 100}%`, overflow: 'visible' }, mark);
}

/** How much of the narrowest scale the labels take, in percent. */
const ROOM = { published: 34, without: 50 };

/** The score itself stands above the scale in large type, so its label may be left out where there is no room. */
function labels(score: number, { uncapped }: NonNullable<BandScale['held']>): Drawing[] {
  const at = score / 100;
  const label = (x: number, isBefore: boolean, text: string) =>
    draw('text', { class: 'label', x: `${x}%`, y: 12, 'text-anchor': isBefore ? 'end' : 'start' }, text);
  const published = `${hundredths(score)} published`;
  if (uncapped === null) return [label(at, at >= ROOM.published, published)];
  const to = uncapped / 100;
  const isBefore = to > 100 - ROOM.without;
  const from = isBefore ? to - ROOM.without : to;
  const without = label(to, isBefore, `${hundredths(uncapped)} without hard rules`);
  if (at >= ROOM.published && at <= from) return [label(at, true, published), without];
  if (at < ROOM.published && at + ROOM.published <= from) return [label(at, false, published), without];
  return [without];
}
