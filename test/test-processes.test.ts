// Test files that share a process: what each declares belongs to it, an error that nobody caught fails the file that
// caused it, and a process that dies fails one file only. Nothing runs beside a file that measures.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Results } from '../scripts/testing/results.ts';
import { runGroups } from '../scripts/testing/run-groups.ts';
import { temporaryFolder } from './support/lifetime.ts';

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
    test('after a wait', async (t) => { await wait(1); await t.test('inner', () => undefined); });
    test('left out', { skip: true }, () => undefined);`,
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
    test('forgets a promise', async () => {
      Promise.reject(new Error('rejected for nobody'));
      await new Promise(() => undefined);
    });`,
  'unloadable.test.mjs': "import './nowhere.mjs';",
  'exits.test.mjs': `
    import { test } from 'node:test';
    test('ends the process', () => process.exit(0));`,
  'last.test.mjs': `
    import { test } from 'node:test';
    test('still run', () => undefined);`,
};

test('files of one process: each has its own tests, and its own errors', async (t) => {
  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
  const printed: string[] = [];
  t.mock.method(console, 'log', (line: string) => printed.push(line.replaceAll(`${folder}/`, '')));
  const results = new Results(false);
  const files = Object.keys(FILES).map((name) => path.join(folder, name));
  await runGroups([{ files, env: {}, measures: false }], 1, results, new AbortController().signal);
  t.mock.restoreAll();

  assert.deepEqual(
    results.failed.map((name) => name.replace(`${folder}/`, '')),
    [
      // An error that nobody caught is the file's: its test does not go on.
      'thrown.test.mjs › waits for ever',
      'thrown.test.mjs',
      'rejected.test.mjs › forgets a promise',
      'rejected.test.mjs',
      'unloadable.test.mjs',
      'exits.test.mjs › the process ended with exit code 0',
    ],
  );
  assert.deepEqual([results.passed, results.skipped], [5, 1]);
  const text = printed.join('\n');
  for (const expected of [
    /thrown by a timer/,
    /rejected for nobody/,
    /nowhere\.mjs/,
    /✔ last\.test\.mjs \(1 test,/,
  ])
    assert.match(text, expected);
});

test('a file that measures runs when all others have ended', async (t) => {
  const folder = temporaryFolder(t);
  const log = path.join(folder, 'log');
  const noting = (name: string, ms: number) => `
    import { appendFileSync } from 'node:fs';
    import { test } from 'node:test';
    ${WAIT}
    test('noted', async () => {
      appendFileSync(${JSON.stringify(log)}, '${name} begins\\n');
      await wait(${ms});
      appendFileSync(${JSON.stringify(log)}, '${name} ends\\n');
    });`;
  const file = (name: string, ms: number) => {
    const written = path.join(folder, `${name}.test.mjs`);
    writeFileSync(written, noting(name, ms));
    return written;
  };
  t.mock.method(console, 'log', () => undefined);
  const groups = [
    { files: [file('measure-1', 50), file('measure-2', 50)], env: {}, measures: true },
    { files: [file('long', 500), file('short', 1)], env: {}, measures: false },
  ];
  const results = new Results(false);
  await runGroups(groups, 2, results, new AbortController().signal);
  t.mock.restoreAll();
  assert.deepEqual(results.failed, []);
  const [first, second] = ['measure-1', 'measure-2'].map((name) => [`${name} begins`, `${name} ends`]);
  assert.deepEqual(readFileSync(log, 'utf8').trim().split('\n').slice(-4), [...first!, ...second!]);
});
