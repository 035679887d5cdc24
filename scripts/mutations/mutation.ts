// A deliberate bug in a copy of the code, and the verdict on it.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Mutation {
  name: string;
  file: string;
  /** Must occur in the file exactly once. */
  find: string;
  replacement: string;
}

export interface Verdict {
  room: string;
  name: string;
  /** Why the mutation was not detected, or why a copy without a mutation fails; null if all is well. */
  problem: string | null;
  /** The tests that failed. */
  caughtBy: string[];
  seconds: number;
}

export async function insertMutation(
  { name, file, find, replacement }: Mutation,
  copy: string,
): Promise<void> {
  const path = join(copy, file);
  const parts = (await readFile(path, 'utf8')).split(find);
  if (parts.length !== 2) {
    const found = parts.length - 1;
    throw new Error(
      `The mutation "${name}" no longer applies: its text occurs ${found} times in ${file} instead of once. ` +
        'Update the mutation to match the current code.',
    );
  }
  await writeFile(path, parts.join(replacement));
}

export type Judge = () => Promise<Omit<Verdict, 'room' | 'name' | 'seconds'>>;

/** Measures a judgement. A mutation that cannot be tested is a failure, but does not end the script. */
export async function timed(room: string, name: string, judge: Judge): Promise<Verdict> {
  const started = performance.now();
  const result = await judge().catch((error: unknown) => ({
    problem: error instanceof Error ? error.message : String(error),
    caughtBy: [],
  }));
  return { room, name, ...result, seconds: (performance.now() - started) / 1000 };
}
