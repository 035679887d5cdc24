// Formats scores, bands and names for display in one line of text.

import { formatHundredths } from '@rf-indicators/engine';
import { bandName as bandInWords } from '@rf-indicators/web/charts/bands';

export { nameInLine } from '@rf-indicators/web/charts/name-in-line';
export { bandInWords };

/** "Low risk · 91.52". */
export function scoreInWords(band: string, score: number): string {
  return `${bandInWords(band)} · ${formatHundredths(score)}`;
}
