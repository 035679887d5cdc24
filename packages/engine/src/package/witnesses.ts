// How many witnesses must have cosigned a checkpoint, and whether they did.

import { instantOfSeconds } from '../arithmetic/dates.ts';
import { type Cosignature, openCosignatures, splitNote, type WitnessKey } from '../log/index.ts';

/** The witnesses that the caller knows, and how many of them must have cosigned. */
export interface WitnessPolicy {
  readonly witnesses: readonly WitnessKey[];
  readonly required: number;
}

export const WITNESSES_MISSING = 'The checkpoint has fewer cosignatures of your witnesses than you require.';

export interface WitnessVerdict {
  ok: boolean;
  /** One or two sentences that name the witnesses that cosigned, and when. */
  detail: string;
  cosignatures: Cosignature[];
}

/** A note that is not a text has no cosignatures. */
export async function witnessVerdict(
  note: unknown,
  { witnesses, required }: WitnessPolicy,
): Promise<WitnessVerdict> {
  try {
    if (typeof note === 'string' && !isNote(note)) return refused('The checkpoint is not a signed note.');
    const cosignatures = typeof note === 'string' ? await openCosignatures(note, witnesses) : [];
    const ok = cosignatures.length >= required;
    const count = `${cosignatures.length} of ${witnesses.length} cosigned the checkpoint, ${required} required`;
    const names = cosignatures.map(({ witness, time }) => `${witness.id} at ${instantOfSeconds(time)}`);
    const detail = names.length === 0 ? `${count}.` : `${count}: ${names.join(', ')}.`;
    return { ok, detail: ok ? detail : `${WITNESSES_MISSING} ${detail}`, cosignatures };
  } catch (error) {
    return refused((error as Error).message);
  }
}

function refused(detail: string): WitnessVerdict {
  return { ok: false, detail, cosignatures: [] };
}

function isNote(note: string): boolean {
  try {
    splitNote(note);
    return true;
  } catch {
    return false;
  }
}
