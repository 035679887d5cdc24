// Which test files run in one process.

import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Enough that loading hardly counts, few enough that the last ones end at about the same time. */
const FILES_PER_BATCH = 12;

/** Files that need a process of their own, and why. */
const ALONE: Record<string, string> = {
  'packages/sdk/test/conformance.test.ts':
    'It replaces setTimeout, and takes every timer for one of the client.',
  'packages/server/test/workers/startup-memory.test.ts': 'It measures the heap of the process.',
};

/** Neighbours by name, which load much the same modules. */
export function batchesOf(files: readonly string[]): string[][] {
  const batches = files.filter((file) => file in ALONE).map((file) => [file]);
  const others = files.filter((file) => !(file in ALONE));
  for (let at = 0; at < others.length; at += FILES_PER_BATCH) {
    batches.push(others.slice(at, at + FILES_PER_BATCH));
  }
  return batches;
}

/** Writes a program for each batch into the folder, because the test runner starts files. */
export function writeBatches(batches: readonly string[][], folder: string): string[] {
  const runner = path.join(import.meta.dirname, 'batch.ts');
  return batches.map((files, at) => {
    const program = path.join(folder, `batch-${String(at + 1).padStart(2, '0')}.mjs`);
    const lines = [
      `import { runFiles } from ${JSON.stringify(runner)};`,
      `runFiles(${JSON.stringify(files, null, 2)});`,
    ];
    writeFileSync(program, `${lines.join('\n')}\n`);
    return program;
  });
}
