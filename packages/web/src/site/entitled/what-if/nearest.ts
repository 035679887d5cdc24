// The smallest single change that reaches the next band, and the smallest that loses this one.

import type { NearestChange, NearestChanges } from '@rf-indicators/engine';
import { bandName } from '../../../charts/bands.ts';
import { inputValue, inWords } from '../../../ui/format.ts';
import { button, el } from '../../dom/elements.ts';
import { quantity } from '../figures.ts';
import type { Loaded } from './load.ts';

export function nearestParts(
  given: Loaded,
  { next_band, lower_band }: NearestChanges,
  tryIt: (change: NearestChange) => void,
): HTMLElement {
  const { nextBand, band } = given.baseline.trace;
  const bands = given.methodology.bands;
  return el(
    'dl',
    { class: 'nearest' },
    ...(nextBand === null ? [] : entry(given, `Reaches ${bandName(nextBand.name)}`, next_band, tryIt)),
    ...(bands.at(-1) === band ? [] : entry(given, `Loses ${bandName(band.name)}`, lower_band, tryIt)),
  );
}

function entry(
  given: Loaded,
  term: string,
  change: NearestChange | null,
  tryIt: (change: NearestChange) => void,
): HTMLElement[] {
  const told =
    change === null
      ? ['No single change of a value is enough.']
      : [`${changeInWords(given, change)} `, button('Try it', () => tryIt(change))];
  return [el('dt', {}, term), el('dd', {}, ...told)];
}

/** "Contractual redemption time: 14 to 9 days". */
export function changeInWords(
  { methodology }: Pick<Loaded, 'methodology'>,
  { kind, id, from, to }: NearestChange,
): string {
  const criterion = methodology.criterionById.get(id);
  const label = kind === 'gate' || criterion === undefined ? capitalised(inWords(id)) : criterion.label;
  const unit = criterion?.input.kind === 'number' ? criterion.unit : '';
  return `${label}: ${inputValue(from)} to ${quantity(to, unit)}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
