// Refusals as people read them.

import { Refusal } from '@rf-indicators/core/context/refusal';
import { StoreError } from '@rf-indicators/core/store/store';
import { printRefusal } from '../../packages/server/src/cli/print-known-error.ts';

/** One try: the text of the refusal, or null if it was not refused. */
export interface Try {
  refusal: string | null;
  /** What the text must be; the attempt's own refusal if absent. */
  expected?: string;
}

export async function refusalOf(work: Promise<unknown>): Promise<Try> {
  try {
    await work;
    return { refusal: null };
  } catch (error) {
    if (error instanceof StoreError) return { refusal: error.message };
    if (!(error instanceof Refusal)) throw error;
    const lines: string[] = [];
    printRefusal({ err: (line) => lines.push(line) }, error);
    return { refusal: asRead(lines) };
  }
}

/** The answer to a request that met a store which was altered: the log of the service says why. */
export const SERVICE_ERROR: Try = {
  refusal: 'An error of the service.',
  expected: 'An error of the service.',
};

/** In one line, without the name of the program, warnings, progress and codes. */
export function asRead(lines: readonly string[]): string {
  return lines
    .filter((line) => !/^(Warning: |\w+: +\d+%)/.test(line))
    .map((line) =>
      line
        .replace(/^rf: /, '')
        .replace(/ \[\w+\]$/, '')
        .trim(),
    )
    .join(' ');
}
