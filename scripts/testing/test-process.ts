// A process that runs test files one after the other, as its parent hands them out. Most of what a short test file costs
// is loading its modules, which files have in common.

import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cpuSeconds } from './file-times.ts';
import type { FromProcess, ToProcess } from './messages.ts';
import { beginFile, endFile } from './untracked-promises.ts';

// After the module above, which has to load it.
const { test } = await import('node:test');

/** How long the process may take to end after its last test. */
const ENDING_MS = 60_000;

const tell = (message: FromProcess) => process.send!(message);

async function nextFile(): Promise<string | null> {
  tell({ kind: 'next' });
  for (;;) {
    const [message] = (await once(process, 'message')) as [ToProcess];
    if (message.kind === 'file') return message.file;
  }
}

/** Each file becomes one test, named by its path; the tests and hooks of the file belong to it. */
function runFile(file: string): Promise<void> {
  const before = cpuSeconds();
  return test(file, async (t) => {
    beginFile();
    // Hooks run in the order in which they were added: this one before those of the file, and the second after them.
    t.after(async () => {
      // Loaded here: a hook that a module declares belongs to the test that loads it, or else to all of the process.
      const lifetime = await import('../../test/support/lifetime.ts');
      await lifetime.endFile();
    });
    await import(pathToFileURL(path.resolve(file)).href);
    t.after(() => tell({ kind: 'cpu', file, seconds: cpuSeconds() - before }));
  });
}

for (let file = await nextFile(); file !== null; file = await nextFile()) {
  await runFile(file);
  endFile();
}
// The process ends when its tests have, and reports until then.
process.channel!.unref();

// A file that left something open, such as a timer or a server, would keep the process for ever.
setTimeout(() => {
  console.error(`The tests left open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}, ENDING_MS).unref();
