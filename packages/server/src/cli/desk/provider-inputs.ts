// Reads a file of provider inputs: a JSON array whose elements are one provider at one scoring date.

import {
  INPUT_ERROR_CODES,
  type InputError,
  invalid,
  type Methodology,
  type Outcome,
  score,
} from '@rf-indicators/engine';
import { type Terminal, UsageError } from '../terminal.ts';
import { readJsonFile } from '../verify/files.ts';

export interface ProviderInputs {
  value: unknown;
  /** Duplicate members, which make the inputs invalid; JSON.parse would silently keep the last one. */
  duplicates: InputError[];
}

export async function readProviderInputs(file: string, terminal: Terminal): Promise<ProviderInputs[]> {
  const { value, duplicates } = await readJsonFile(file, terminal);
  if (!Array.isArray(value)) throw new UsageError(`${file} is not a JSON array of provider inputs.`);
  const all: ProviderInputs[] = value.map((element) => ({ value: element, duplicates: [] }));
  for (const place of duplicates) {
    const [, index, pointer] = /^\/(\d+)(.*)$/s.exec(place)!;
    const message = INPUT_ERROR_CODES.duplicate_member;
    all[Number(index)]!.duplicates.push({ code: 'duplicate_member', message, pointer: pointer! });
  }
  return all;
}

export function scoreInputs(methodology: Methodology, { value, duplicates }: ProviderInputs): Outcome {
  const outcome = score(methodology, value);
  if (duplicates.length === 0) return outcome;
  const others = outcome.status === 'INVALID' ? outcome.result.errors : [];
  return invalid(value, [...duplicates, ...others]);
}
