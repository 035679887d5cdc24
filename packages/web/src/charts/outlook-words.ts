// What an evidence outlook says, in sentences.

import { bandName } from './bands.ts';
import { writtenDate } from './dates.ts';

export const OUTLOOK_LINES =
  'Score from 0 to 100, higher is safer, UTC days. Solid: nothing is renewed. Dashed: every gate is checked again in time.';

interface SaidOutlook {
  to: string;
  first_lapse: { label: string; evidence_date: string; lapses_on: string; withdrawn_on: string } | null;
  first_band_change: BandChange | null;
}

interface BandChange {
  date: string;
  to: string;
}

export function withoutRenewals({ first_lapse, first_band_change, to }: SaidOutlook): string {
  const changed =
    first_band_change === null
      ? ''
      : `If nothing is renewed, the band changes to ${bandName(first_band_change.to)} on ${writtenDate(first_band_change.date)}. `;
  if (first_lapse === null)
    return changed || `If nothing is renewed, the band stays until ${writtenDate(to)}.`;
  const { label, evidence_date, lapses_on, withdrawn_on } = first_lapse;
  return `${changed}${label} was last checked on ${writtenDate(evidence_date)}. Without a new check there is no score from ${writtenDate(lapses_on)}: the indicator is stale from then, and withdrawn on ${writtenDate(withdrawn_on)}.`;
}

/** Scores in hundredths. */
export function withGates(first: number, last: number, change: BandChange | null, to: string): string {
  const moved =
    first === last ? `stays at ${points(first)}` : `falls from ${points(first)} to ${points(last)}`;
  const band =
    change === null ? '' : `, and the band changes to ${bandName(change.to)} on ${writtenDate(change.date)}`;
  return `With gates checked in time, and nothing else renewed, the score ${moved} by ${writtenDate(to)}${band}.`;
}

function points(score: number): string {
  return (score / 100).toFixed(2);
}
