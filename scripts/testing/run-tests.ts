// Runs test files in batches, several batches at a time, and prints what comes of each test.

import os from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { batchesOf, writeBatches } from './batches.ts';

// A test that hangs is a failure that is told, not a machine that waits. Counts for each test and for each file.
const LONGEST_FILE = 20 * 60_000;

export interface Summary {
  passed: number;
  skipped: number;
  failed: number;
  seconds: number;
}

/** The folder is for programs that this writes. */
export function runTests(files: readonly string[], folder: string): Promise<Summary> {
  const programs = writeBatches(batchesOf(files), folder);
  return new Promise((resolve) => {
    const counts = { passed: 0, skipped: 0, failed: 0 };
    const begun = performance.now();
    // One more than there are cores: many tests wait, for a process, a database or a clock.
    const concurrency = os.availableParallelism() + 1;
    const tests = run({ files: programs, concurrency, timeout: LONGEST_FILE });
    tests.on('test:summary', ({ file, counts: seen }) => {
      if (file !== undefined) return;
      counts.passed = seen.passed;
      counts.skipped = seen.skipped;
      // What neither passed nor was meant to be left out: failed, cancelled, or never run.
      counts.failed = seen.tests - seen.passed - seen.skipped;
    });
    const output = tests.compose(new spec());
    output.on('end', () => resolve({ ...counts, seconds: (performance.now() - begun) / 1000 }));
    output.pipe(process.stdout);
  });
}
