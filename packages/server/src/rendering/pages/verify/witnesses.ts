// The section of a verification page about witnesses: which of the configured ones cosigned the checkpoint, and when.

import { openCosignatures, type WitnessKey } from '@rf-indicators/engine';
import { type Html, html } from '../html.ts';
import { instantInWords } from '../words.ts';

export interface Witnessed {
  name: string;
  /** Epoch milliseconds; null if the witness has not cosigned this checkpoint. */
  cosignedAt: number | null;
}

export async function witnessesOf(
  checkpoint: string,
  witnesses: readonly WitnessKey[],
): Promise<Witnessed[]> {
  const found: Witnessed[] = [];
  for (const witness of witnesses) {
    // One by one, so that a line that does not verify says nothing about the other witnesses.
    const [cosignature] = await openCosignatures(checkpoint, [witness]).catch(() => []);
    found.push({
      name: witness.name,
      cosignedAt: cosignature === undefined ? null : cosignature.time * 1000,
    });
  }
  return found;
}

/** Nothing is shown by a service without witnesses. */
export function witnessesSection(witnesses: readonly Witnessed[]): Html | null {
  if (witnesses.length === 0) return null;
  return html`<section>
<h2>Witnesses</h2>
<p>A witness is run by someone else. It cosigns a checkpoint only if the log still contains everything that it contained
before.</p>
<ul>${witnesses.map(
    ({ name, cosignedAt }) => html`
<li><span class="id">${name}</span>: ${
      cosignedAt === null
        ? 'has not cosigned the checkpoint of this indicator'
        : `cosigned the checkpoint on ${instantInWords(cosignedAt)}`
    }</li>`,
  )}
</ul>
</section>`;
}
