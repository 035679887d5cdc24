// Reads the witnesses that a caller accepts, and checks their cosignatures on a checkpoint.

import { parseWitnessKey, type WitnessPolicy, witnessVerdict } from '@rf-indicators/engine';
import { InvalidArgumentError } from '../errors.ts';
import type { Check, WitnessOptions } from './forms.ts';

/** undefined if the caller names no witnesses. */
export async function readWitnesses({
  witnesses: given,
  requiredWitnesses: required,
}: WitnessOptions): Promise<WitnessPolicy | undefined> {
  const texts = [...new Set([given ?? []].flat())];
  const witnesses = await Promise.all(
    texts.map(async (text) => {
      try {
        return await parseWitnessKey(text.trim());
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : 'It must be a string.';
        const message = `witnesses contains an invalid key. ${reason}`;
        throw new InvalidArgumentError('witnesses', message, { cause });
      }
    }),
  );
  if (witnesses.length === 0 && required === undefined) return undefined;
  const count = required ?? witnesses.length;
  if (!Number.isSafeInteger(count) || count < 0 || count > witnesses.length) {
    const message = `requiredWitnesses must be a whole number from 0 to ${witnesses.length}, the number of witnesses.`;
    throw new InvalidArgumentError('requiredWitnesses', message);
  }
  return { witnesses, required: count };
}

/** For checkpoints outside a computation answer, whose report the engine writes. */
export async function witnessesCheck(
  note: unknown,
  policy: WitnessPolicy,
  pointer: string | null = null,
): Promise<Check<'witnesses_missing'>> {
  const { ok, detail } = await witnessVerdict(note, policy);
  return {
    check: 'witnesses',
    ok,
    fault: ok ? null : 'witnesses_missing',
    detail,
    pointer: ok ? null : pointer,
  };
}
