// Runs several test files in one process, one after the other. Most of what a short test file costs is loading its
// modules, and files of one package load the same ones.

import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endFile } from '../../test/support/rf.ts';
import { cpuSeconds, recordTime } from './file-times.ts';

/** Each file becomes one test, named by its path; the tests and hooks of the file belong to it. */
export function runFiles(files: readonly string[]): void {
  let running: string | null = null;
  for (const file of files) {
    test(file, async (t) => {
      running = file;
      const before = cpuSeconds();
      // Hooks run in the order in which they were added: this one before those of the file.
      t.after(endFile);
      await import(pathToFileURL(path.resolve(file)).href);
      // Registered after the hooks of the file, so it runs last.
      t.after(() => {
        running = null;
        recordTime({ file, cpuSeconds: cpuSeconds() - before });
      });
    });
  }
  // The report names the file that a failed test is in, but not the one that ended the process.
  process.on('exit', (code) => {
    if (running !== null) console.error(`The process of ${running} ended before its tests did (${code}).`);
  });
}
