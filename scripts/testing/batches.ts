// Which test files run in one process.

import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Enough that loading hardly counts, few enough that the last ones end at about the same time. */
const FILES_PER_BATCH = 15;

/** Files that need a process of their own, and why. */
const ALONE: Record<string, string> = {
  'packages/sdk/test/conformance.test.ts':
    'It replaces setTimeout, and takes every timer for one of the client.',
  'packages/server/test/workers/startup-memory.system.test.ts': 'It measures the heap of the process.',
};

/**
 * Files of one package load much the same modules. They are dealt out like cards, because neighbours take long for the
 * same reasons. The packages with the longest tests are the last by name, and come first.
 */
export function batchesOf(files: readonly string[]): string[][] {
  const alone = files.filter((file) => file in ALONE);
  const packages = Object.groupBy(
    files.filter((file) => !(file in ALONE)),
    (file) => /^packages\/\w+/.exec(file)?.[0] ?? 'test',
  );
  const batches = Object.values(packages).flatMap((all = []) => {
    const count = Math.ceil(all.length / FILES_PER_BATCH);
    return Array.from({ length: count }, (_, first) => all.filter((_file, at) => at % count === first));
  });
  return [...batches.reverse(), ...alone.map((file) => [file])];
}

/** Writes a program for each batch into the folder, because the test runner starts files. */
export function writeBatches(batches: readonly string[][], folder: string): string[] {
  const [first, runner] = ['untracked-promises.ts', 'batch.ts'].map((name) =>
    JSON.stringify(path.join(import.meta.dirname, name)),
  );
  return batches.map((files, at) => {
    const program = path.join(folder, `batch-${String(at + 1).padStart(2, '0')}.mjs`);
    const lines = [
      `await import(${first});`,
      `const { runFiles } = await import(${runner});`,
      `runFiles(${JSON.stringify(files, null, 2)});`,
    ];
    writeFileSync(program, `${lines.join('\n')}\n`);
    return program;
  });
}
