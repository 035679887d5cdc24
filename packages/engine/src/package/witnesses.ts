// How many witnesses must have cosigned a checkpoint, and whether they did.

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
    const names = cosignatures.map(({ witness, time }) => `${witness.id} at ${timeText(time)}`);
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

/** Seconds since 1970 as an instant; as they are if there is no such date. */
function timeText(seconds: number): string {
  const at = new Date(seconds * 1000);
  return Number.isNaN(at.getTime()) ? String(seconds) : at.toISOString().replace('.000Z', 'Z');
}
