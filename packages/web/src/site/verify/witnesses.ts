// The step about witnesses: who cosigned the checkpoint, and when.

import { openCosignatures, PROOF_MEANINGS, type WitnessKey } from '@rf-indicators/engine';
import { shortInstant } from './format.ts';
import type { Step } from './steps.ts';

type Cosigned = { witness: WitnessKey; time: number | 'none' | 'invalid' };

/**
 * No step without witnesses. One that the page names and that has not cosigned yet may still do so; one that the reader
 * requires must have.
 */
export async function checkWitnesses(
  checkpoint: unknown,
  named: readonly WitnessKey[],
  required: readonly WitnessKey[],
): Promise<Step[]> {
  const witnesses = [...required, ...named.filter(({ text }) => !required.some((one) => one.text === text))];
  if (witnesses.length === 0) return [];
  const all = await Promise.all(witnesses.map((witness) => cosigned(checkpoint, witness)));
  const isMissing = ({ witness, time }: Cosigned) =>
    time === 'invalid' || (time === 'none' && required.includes(witness));
  const result = all.some(isMissing)
    ? 'failed'
    : all.some(({ time }) => typeof time === 'number')
      ? 'passed'
      : 'unchecked';
  return [
    {
      step: 'witnesses',
      name: 'Witnesses',
      result,
      found: `${all.map(inWords).join('; ')}.`,
      meaning: PROOF_MEANINGS.witnesses,
      bytes: witnesses.map(({ name, text }) => [`Key of ${name}`, text]),
    },
  ];
}

/** One by one, so that a line that does not verify says nothing about the other witnesses. */
async function cosigned(checkpoint: unknown, witness: WitnessKey): Promise<Cosigned> {
  try {
    const [found] = await openCosignatures(String(checkpoint), [witness]);
    return { witness, time: found?.time ?? 'none' };
  } catch {
    return { witness, time: 'invalid' };
  }
}

function inWords({ witness: { name }, time }: Cosigned): string {
  if (time === 'invalid') return `${name}: the cosignature is not valid`;
  if (time === 'none') return `${name} has not cosigned this checkpoint`;
  return `${name} cosigned on ${shortInstant(time * 1000)}`;
}
