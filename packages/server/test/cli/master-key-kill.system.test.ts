// kill -9 while the master key is being replaced, again and again: nothing is lost, and the same command goes on.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rf } from '../../../../test/support/rf.ts';
import { LAUNCHER } from '../../../../test/support/rf-process.ts';
import { emptyLocation, onEachStore } from '../../../../test/support/stores.ts';
import { keyedDesk, requestIn } from './keyed-desk.ts';

/** Starts the command and kills it this long after it says that a part is done. */
function killed(args: string[], env: Record<string, string>, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [LAUNCHER, ...args], { env: { ...process.env, ...env } });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    if (text.includes('sealed')) setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_, signal) => resolve(signal === 'SIGKILL'));
  });
}

onEachStore('kill -9 at any moment loses nothing, and the same command goes on', async (kind, t) => {
  const location = await emptyLocation(kind, t, 'disk');
  const { operator, reviewer } = await keyedDesk(location);
  const run = (...args: string[]) => rf(args, { env: operator });
  await run('master-key', 'new');
  const request = requestIn((await run('master-key', 'rotate', '--reason', 'Ivy left.')).stdout);
  const left = async () => {
    const { stdout } = await run('master-key', 'status', '--json');
    const { older_entries, older_secrets } = JSON.parse(stdout);
    return older_entries + older_secrets;
  };
  const all = await left();
  assert.ok(await killed(['approvals', 'approve', request], reviewer, 0), 'it was killed before its end');
  const afterFirst = await left();
  assert.ok(afterFirst < all);
  assert.match((await run('verify', '--all')).stdout, /VERIFIED/);
  for (const afterMs of [5, 0]) {
    if ((await left()) === 0) break;
    await killed(['master-key', 'rotate', '--reason', 'Ivy left.'], operator, afterMs);
    assert.match((await run('verify', '--all')).stdout, /VERIFIED/);
  }
  if ((await left()) > 0) {
    const again = await run('master-key', 'rotate', '--reason', 'Ivy left.');
    assert.equal(again.code, 0, again.stderr);
    assert.match(again.stdout, /Everything belongs to the newest master key/);
  }
  assert.equal(await left(), 0);
  assert.equal((await run('master-key', 'drop')).code, 0);
  assert.match((await run('verify', '--all')).stdout, /VERIFIED/);
});
