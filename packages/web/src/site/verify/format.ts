// Bands, names and instants as the pages write them.

import { writtenDate } from '../../charts/dates.ts';

/** "Low risk" for LOW. */
export function bandInWords(band: string): string {
  return `${band.charAt(0)}${band.slice(1).toLowerCase()} risk`;
}

/** "5 Aug 2026", in UTC. */
export { writtenDate as shortDay };

/** "5 Aug 2026, 03:00 UTC". */
export function shortInstant(instant: string | number): string {
  return `${writtenDate(instant)}, ${new Date(instant).toISOString().slice(11, 16)} UTC`;
}

const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name on one line, without characters that change the direction of the text around it. */
export function nameInLine(name: string): string {
  return name
    .replaceAll(BIDI_CONTROLS, '')
    .replaceAll(/[\p{White_Space}\p{Cc}]+/gu, ' ')
    .trim();
}
