// Risk bands: their names, safest first, where they begin, and their glyph. Higher scores are safer.

import { type Drawing, draw } from './drawing.ts';

export const BANDS = ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH'] as const;
export type Band = (typeof BANDS)[number];

/** The scores at which a safer band begins, besides 0. */
export const BAND_BOUNDS: readonly number[] = [40, 60, 80];

/** "Low", for a sentence that says "Low to High risk"; the text itself where it is no band. */
export function bandWord(band: string): string {
  return (BANDS as readonly string[]).includes(band)
    ? `${band.charAt(0)}${band.slice(1).toLowerCase()}`
    : band;
}

/** "Low risk", because "Low" alone could be read as a low score. */
export function bandName(band: string): string {
  const word = bandWord(band);
  return word === band ? band : `${word} risk`;
}

/** Of a score in hundredths. */
export function bandOfScore(score: number): Band {
  return BANDS[BAND_BOUNDS.filter((bound) => score < bound * 100).length]!;
}

/** Negative: riskier. */
export function compareBands(before: string, after: string): number {
  return BANDS.indexOf(before as Band) - BANDS.indexOf(after as Band);
}

export function bandClass(band: string): string {
  return `band-${band.toLowerCase()}`;
}

/** The bars of the glyph. */
const BAR = { width: 5, gap: 2, height: 12 };

/** ▮▮▯▯: as many filled bars as the band is steps from the safest. Drawn, because few fonts have these characters. */
export function bandGlyph(filled: number): Drawing {
  const { width, gap, height } = BAR;
  const whole = BANDS.length * (width + gap) - gap;
  return draw(
    'svg',
    { class: 'glyph', width: whole, height, viewBox: `0 0 ${whole} ${height}`, 'aria-hidden': 'true' },
    ...BANDS.map((_, at) =>
      draw('rect', {
        x: at * (width + gap) + 0.5,
        y: 0.5,
        width: width - 1,
        height: height - 1,
        fill: at < filled ? 'currentColor' : 'none',
        stroke: 'currentColor',
      }),
    ),
  );
}

/** How many of its bars are filled. */
export function stepsFromSafest(band: string): number {
  return BANDS.indexOf(band as Band) + 1;
}

/** The glyph and "Low risk" on the tint of the band: the one chip of all pages. */
export function bandChip(band: string): Drawing {
  return draw('span', { class: `chip ${bandClass(band)}` }, bandGlyph(stepsFromSafest(band)), bandName(band));
}
