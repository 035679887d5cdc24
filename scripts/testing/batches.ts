// Which test files run in one process.

import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Enough that loading hardly counts, few enough that the last ones end at about the same time. */
const FILES_PER_BATCH = 12;

/** Neighbours by name, which load much the same modules. */
export function batchesOf(files: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (let at = 0; at < files.length; at += FILES_PER_BATCH) {
    batches.push(files.slice(at, at + FILES_PER_BATCH));
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
