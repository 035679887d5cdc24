// Test files that share a process: what each declares belongs to it, and an error that nobody caught fails the file that
// caused it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { writeBatches } from '../scripts/testing/batches.ts';
import { temporaryFolder } from './support/rf.ts';

const WAIT = "import { setTimeout as wait } from 'node:timers/promises';";

const FILES = {
  'grouped.test.mjs': `
    import { before, describe, test } from 'node:test';
    ${WAIT}
    await wait(1);
    let prepared = 0;
    describe('a group', () => {
      before(async () => { await wait(1); prepared += 1; });
      test('prepared', () => { if (prepared !== 1) throw new Error('not prepared'); });
    });
    test('after a wait', async (t) => { await wait(1); await t.test('inner', () => undefined); });`,
  'thrown.test.mjs': `
    import { test } from 'node:test';
    ${WAIT}
    test('waits for ever', async () => {
      await wait(1);
      setTimeout(() => { throw new Error('thrown by a timer'); }, 1);
      await new Promise(() => undefined);
    });`,
  'rejected.test.mjs': `
    import { test } from 'node:test';
    ${WAIT}
    test('forgets a promise', async () => {
      await wait(1);
      Promise.reject(new Error('rejected for nobody'));
      await wait(20);
    });`,
  'last.test.mjs': `
    import { test } from 'node:test';
    test('still run', () => undefined);`,
};

test('files of one process: each has its own tests, and its own errors', (t) => {
  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
  const names = Object.keys(FILES);
  const [program] = writeBatches([names.map((name) => path.join(folder, name))], folder);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--test-reporter=tap', program!];
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 60_000 });
  const lines = stdout.split('\n').map((line) => line.replaceAll(`${folder}/`, ''));
  const outcomes = lines.filter((line) => /^ *(not )?ok \d/.test(line));
  assert.deepEqual(outcomes, [
    '        ok 1 - prepared',
    '    ok 1 - a group',
    '        ok 1 - inner',
    '    ok 2 - after a wait',
    'ok 1 - grouped.test.mjs',
    '    not ok 1 - waits for ever',
    'not ok 2 - thrown.test.mjs',
    '    not ok 1 - forgets a promise',
    'not ok 3 - rejected.test.mjs',
    '    ok 1 - still run',
    'ok 4 - last.test.mjs',
  ]);
  assert.match(stdout, /error: 'thrown by a timer'/);
  assert.match(stdout, /error: 'rejected for nobody'/);
  assert.equal(status, 1);
});
