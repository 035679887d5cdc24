// The smallest single changes that reach the next band and lose this one, for the report.

import { type NearestChange, nearestChanges } from '@rf-indicators/engine';
import { bandName } from '../../../charts/bands.ts';
import { el } from '../../dom/elements.ts';
import { part } from '../part.ts';
import { type Loaded, loadPackage } from '../what-if/load.ts';
import { changeInWords } from '../what-if/nearest.ts';

/** Null if no single change moves the band. */
export async function sensitivities(verificationId: string): Promise<HTMLElement | null> {
  const loaded = await loadPackage(verificationId);
  const { next_band, lower_band } = nearestChanges(loaded.baseline);
  const { nextBand, band } = loaded.baseline.trace;
  const lines = [
    ...(next_band && nextBand ? [line(loaded, `reaches ${bandName(nextBand.name)}`, next_band)] : []),
    ...(lower_band ? [line(loaded, `loses ${bandName(band.name)}`, lower_band)] : []),
  ];
  return lines.length === 0 ? null : part('Sensitivities', el('ul', {}, ...lines));
}

function line(loaded: Loaded, effect: string, change: NearestChange): HTMLElement {
  return el('li', {}, `The smallest single change that ${effect}: ${changeInWords(loaded, change)}.`);
}
