// The check about witnesses: which of the configured ones cosigned the checkpoint, and when.

import { openCosignatures, PROOF_MEANINGS, type WitnessKey } from '@rf-indicators/engine';
import { shortInstant } from '../page-words.ts';
import type { Check } from './checks.ts';

export interface Witnessed {
  name: string;
  /** Its key in text form. */
  key: string;
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
      key: witness.text,
      cosignedAt: cosignature === undefined ? null : cosignature.time * 1000,
    });
  }
  return found;
}

/** Of a service that has witnesses. One that has not cosigned yet may still do so. */
export function witnessesCheck(witnesses: readonly Witnessed[]): Check {
  const said = witnesses.map(({ name, cosignedAt }) =>
    cosignedAt === null
      ? `${name} has not cosigned this checkpoint`
      : `${name} cosigned on ${shortInstant(cosignedAt)}`,
  );
  return {
    step: 'witnesses',
    name: 'Witnesses',
    passed: witnesses.some(({ cosignedAt }) => cosignedAt !== null) ? true : null,
    open: 'None yet',
    found: `${said.join('; ')}.`,
    meaning: PROOF_MEANINGS.witnesses,
    bytes: witnesses.map(({ name, key }) => [`Key of ${name}`, key]),
  };
}
