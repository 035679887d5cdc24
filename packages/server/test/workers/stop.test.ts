import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { startThread } from '../../src/workers/rpc/thread.ts';

for (const isolation of ['thread', 'none'] as const)
  test(`a worker that is asked to stop while it starts ends (isolation: ${isolation})`, {
    timeout: PATIENCE_MS,
  }, async () => {
    const thread = startThread({
      file: new URL('./slow-start.ts', import.meta.url),
      settings: null,
      isolation,
      maxPending: 1,
      onError: (error) => assert.fail(String(error)),
    });
    assert.equal(await thread.call('ping', null), 'pong');
    await thread.stop();
  });

test('a thread that does not stop is ended after its limit', { timeout: PATIENCE_MS }, async () => {
  const thread = startThread({
    file: new URL('./never-stops.ts', import.meta.url),
    settings: null,
    maxPending: 1,
    stopMs: 100,
    onError: (error) => assert.fail(String(error)),
  });
  const work = thread.call('work', null);
  const stopped = thread.stop();
  await assert.rejects(work, /the thread ended/);
  await stopped;
});
