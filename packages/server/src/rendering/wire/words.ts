// Scores and names as people read them in one line of text.

import { formatHundredths } from '@rf-indicators/engine';

/** LOW is "Low risk": a bare band could be read as a low score. */
export function bandInWords(band: string): string {
  return `${band.charAt(0)}${band.slice(1).toLowerCase()} risk`;
}

/** "Low risk · 91.52". */
export function scoreInWords(band: string, score: number): string {
  return `${bandInWords(band)} · ${formatHundredths(score)}`;
}

const STEERS_DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * A name on one line, such that it cannot touch what stands beside it: a name that steers the direction of
 * writing could turn 71.20 into 02.17 before the reader's eyes.
 */
export function nameInLine(name: string): string {
  const line = name
    .replaceAll(STEERS_DIRECTION, '')
    .replaceAll(/[\p{White_Space}\p{Cc}]+/gu, ' ')
    .trim();
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}
