// A file of runs: a JSON array, each element one provider at one scoring date.

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

export interface RunInFile {
  value: unknown;
  /** Members that stand twice in this run: such a run is invalid, whatever JSON.parse made of it. */
  duplicates: InputError[];
}

export async function readRuns(file: string, terminal: Terminal): Promise<RunInFile[]> {
  const { value, duplicates } = await readJsonFile(file, terminal);
  if (!Array.isArray(value)) throw new UsageError(`${file} is not a JSON array of runs.`);
  const runs: RunInFile[] = value.map((run) => ({ value: run, duplicates: [] }));
  for (const place of duplicates) {
    const [, index, pointer] = /^\/(\d+)(.*)$/s.exec(place)!;
    const message = INPUT_ERROR_CODES.duplicate_member;
    runs[Number(index)]!.duplicates.push({ code: 'duplicate_member', message, pointer: pointer! });
  }
  return runs;
}

export function scoreRun(methodology: Methodology, { value, duplicates }: RunInFile): Outcome {
  const outcome = score(methodology, value);
  if (duplicates.length === 0) return outcome;
  const others = outcome.status === 'INVALID' ? outcome.result.errors : [];
  return invalid(value, [...duplicates, ...others]);
}
