// Runs several test files in one process, one after the other. Most of what a short test file costs is loading its
// modules, and files of one package load the same ones.

import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endFile } from '../../test/support/rf.ts';
import { cpuSeconds, recordTime } from './file-times.ts';
import { beginFile } from './untracked-promises.ts';

/** How long the process may take to end after its last test. */
const ENDING_MS = 60_000;

/** Each file becomes one test, named by its path; the tests and hooks of the file belong to it. */
export function runFiles(files: readonly string[]): void {
  let running = files[0];
  let isOver = false;
  for (const file of files) {
    test(file, async (t) => {
      beginFile();
      running = file;
      const before = cpuSeconds();
      // Hooks run in the order in which they were added: this one before those of the file.
      t.after(endFile);
      await import(pathToFileURL(path.resolve(file)).href);
      // And this one after them.
      t.after(() => recordTime({ file, cpuSeconds: cpuSeconds() - before }));
    });
  }
  after(() => {
    isOver = true;
    limitEnding();
  });
  // The test runner would take an early exit with code 0 for success, and names no file for another code.
  process.on('exit', () => {
    if (isOver) return;
    console.error(
      `The process ended while it ran ${running}. Not all of these were run: ${files.join(', ')}`,
    );
    process.exitCode ||= 1;
  });
}

/** A file that leaves something open, such as a timer or a server, would keep the process for ever. */
function limitEnding(): void {
  const end = () => {
    console.error(`The tests left open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  };
  setTimeout(end, ENDING_MS).unref();
}
