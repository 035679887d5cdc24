// What a change is called in one line: "Brindlewick Vaults falls to High risk".

import { formatHundredths } from '@rf-indicators/engine';
import { bandInWords, nameInLine, scoreInWords } from '../../wire/one-line-texts.ts';
import type { Change } from '../provider/known.ts';

/** `isAgain`: the provider had the new band before, not long ago. */
export function headlineOf(change: Change, isAgain = false): string {
  return `${nameInLine(change.provider_name)} ${saysOf(change, isAgain)}`;
}

function saysOf(change: Change, isAgain: boolean): string {
  const { kind, previous_score: before, previous_band, new_score: after, new_band } = change;
  if (after === null || new_band === null) return 'is withdrawn';
  if (kind === 'stale') return 'becomes stale';
  if (kind === 'stale_ended') return 'is no longer stale';
  if (kind === 'review_started') return 'is under review';
  if (kind === 'review_ended') return 'is no longer under review';
  if (kind === 'correction')
    return before === after
      ? 'is corrected, with the same score'
      : `is corrected to ${scoreInWords(new_band, after)}`;
  if (kind === 'reinstatement') return `is reinstated with ${scoreInWords(new_band, after)}`;
  if (kind === 'initial' || before === null) return `has its first score: ${scoreInWords(new_band, after)}`;
  if (previous_band !== new_band) {
    const band = bandInWords(new_band);
    if (isAgain) return `is ${band} again`;
    return after > before ? `rises to ${band}` : `falls to ${band}`;
  }
  const figure = formatHundredths(after);
  if (after === before) return `stays at ${figure}`;
  if (kind === 'drift') return `drifts to ${figure}`;
  return after > before ? `rises to ${figure}` : `falls to ${figure}`;
}
