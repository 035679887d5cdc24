import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { acquireServeLock } from '@rf-indicators/core/store/serve-lock';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';

const MODULE = new URL('../../src/store/serve-lock.ts', import.meta.url).href;
const HOLDER = `
import { acquireServeLock } from ${JSON.stringify(MODULE)};
acquireServeLock(process.argv[1]);
// The lock holds even if nobody keeps what was handed out.
for (let round = 0; round < 3; round += 1) {
  await new Promise(setImmediate);
  gc();
}
console.log('held');
setInterval(() => undefined, 1000);`;

async function holdElsewhere(folder: string, t: TestContext): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', HOLDER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp(t, () => child.kill('SIGKILL'));
  const [said] = await once(child.stdout!, 'data');
  assert.equal(String(said).trim(), 'held');
  return child;
}

test('a second server on the folder is refused, and a kill -9 of the first frees it', async (t) => {
  const folder = temporaryFolder(t);
  const first = await holdElsewhere(folder, t);
  const refusal = { name: 'StoreError', message: new RegExp(`Another rf serve is running on ${folder}`) };
  assert.throws(() => acquireServeLock(folder), refusal);
  // A refused attempt must not loosen the lock.
  assert.throws(() => acquireServeLock(folder), refusal);
  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  await ended;
  acquireServeLock(folder).release();
});

test('a released lock can be taken again; within one process it is exclusive too', (t) => {
  const folder = temporaryFolder(t);
  const lock = acquireServeLock(folder);
  assert.throws(() => acquireServeLock(folder), { name: 'StoreError' });
  lock.release();
  acquireServeLock(folder).release();
});

test('another folder is another lock', (t) => {
  const locks = [acquireServeLock(temporaryFolder(t)), acquireServeLock(temporaryFolder(t))];
  for (const lock of locks) lock.release();
});
