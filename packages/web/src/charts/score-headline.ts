// The headline of a score, the same on every page: the figure, the band, and what holds the score.

import { bandChip, bandName, bandOfScore } from './bands.ts';
import { type Drawing, draw } from './drawing.ts';
import { hundredths } from './hundredths.ts';

interface ScoreHeadline {
  /** In hundredths. */
  score: number;
  band: string;
  /** "held at 39.99 by 2 hard rules", and what else stands in the line of the band. */
  notes: readonly string[];
}

export function scoreHeadline({ score, band, notes }: ScoreHeadline): Drawing {
  return draw(
    'p',
    { class: 'score-headline' },
    draw('span', { class: 'score-figure' }, hundredths(score)),
    ' ',
    bandChip(band),
    ...(notes.length === 0 ? [] : [' ', draw('span', { class: 'score-notes' }, notes.join(' · '))]),
  );
}

/** "held at 39.99 by 2 hard rules"; null if no rule holds the score, which is in hundredths. */
export function heldInWords(score: number, holding: number): string | null {
  return holding === 0 ? null : `held at ${hundredths(score)} by ${hardRules(holding)}`;
}

/** "Without them it would be 48.52, Elevated risk." `uncapped` is in hundredths. */
export function withoutRules(uncapped: number, holding: number): string {
  const rules = holding === 1 ? 'it the score' : 'them it';
  return `Without ${rules} would be ${hundredths(uncapped)}, ${bandName(bandOfScore(uncapped))}.`;
}

/** "1 hard rule", "2 hard rules". */
export function hardRules(count: number): string {
  return count === 1 ? '1 hard rule' : `${count} hard rules`;
}
