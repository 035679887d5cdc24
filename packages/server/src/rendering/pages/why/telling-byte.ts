// Finds the byte whose change would tell the most: a digit of an input with which the score would be as high as possible.

import {
  type ComputationAnswer,
  type ComputationPackage,
  canonicalBytes,
  formatHundredths,
  loadMethodology,
  type PackageRequest,
  score,
} from '@rf-indicators/engine';

export interface ByteChange {
  /** In the canonical package. */
  at: number;
  /** The byte that takes its place. */
  to: number;
  /** The input that it is a digit of. */
  input: string | null;
}

const DIGIT = /[0-9]/;

/** Without any such digit, the first byte of the scoring date changes. */
export function tellingByte({ data }: ComputationAnswer): ByteChange {
  const bytes = canonicalBytes(data.package);
  const text = Buffer.from(bytes).toString('utf8');
  const methodology = loadMethodology(data.methodology);
  let best: ByteChange = { at: byteOffset(text, text.indexOf('"as_of":"') + 9), to: 0x31, input: null };
  let highest = Number(data.package.result.final_score);
  for (const [id, { value }] of Object.entries(data.package.inputs)) {
    const from = placeOf(text, id, value);
    if (from === -1) continue;
    for (let place = 0; place < value.length; place += 1) {
      if (!DIGIT.test(value[place]!)) continue;
      for (let digit = 0; digit < 10; digit += 1) {
        const altered = value.slice(0, place) + digit + value.slice(place + 1);
        if (altered === value || !isPlain(altered)) continue;
        const outcome = score(methodology, inputsOf(data.package, id, altered));
        if (outcome.status !== 'SCORED' || outcome.trace.final / 100 <= highest) continue;
        highest = Number(formatHundredths(outcome.trace.final));
        best = { at: byteOffset(text, from + place), to: 0x30 + digit, input: id };
      }
    }
  }
  return best;
}

/** Where the value of an input begins in the text; -1 if that is not certain. */
function placeOf(text: string, id: string, value: string): number {
  const member = text.indexOf(`${JSON.stringify(id)}:{"approval"`, text.indexOf('"inputs":{'));
  if (member === -1) return -1;
  const end = `"value":${JSON.stringify(value)}}`;
  const at = text.indexOf(end, member);
  // The value is the last member of its input, so no other input begins before it.
  return at === -1 || text.slice(member, at).includes('}},') ? -1 : at + '"value":"'.length;
}

/** Without a needless zero in front, which would not be a valid number. */
function isPlain(value: string): boolean {
  return !/^0[0-9]/.test(value);
}

function byteOffset(text: string, at: number): number {
  return Buffer.byteLength(text.slice(0, at));
}

function inputsOf(
  { provider, as_of, gates, inputs }: ComputationPackage,
  id: string,
  value: string,
): unknown {
  const request: Pick<PackageRequest, 'gates' | 'inputs'> = {
    gates,
    inputs: { ...inputs, [id]: { ...inputs[id]!, value } },
  };
  return {
    provider_id: provider.id,
    planner_type: provider.planner_type,
    scoring_date: as_of.slice(0, 10),
    flags: provider.flags,
    ...request,
  };
}
