// The threads of a service: those whose work nobody waits for have a low priority.

import assert from 'node:assert/strict';
import os from 'node:os';
import { test } from 'node:test';
import { startThread } from '../../src/workers/rpc/thread.ts';

const file = new URL('./priority-worker.ts', import.meta.url);

test('a background thread is nicer than the others, and the process is not', {
  skip: os.platform() !== 'linux',
}, async () => {
  for (const [priority, expected] of [
    ['serving', 0],
    ['delivering', 5],
    ['background', 15],
  ] as const) {
    const thread = startThread({ file, settings: null, maxPending: 1, priority, onError: assert.ifError });
    const nicest = Math.min(os.getPriority() + expected, 19);
    assert.equal(await thread.call('niceness', null), nicest, priority);
    await thread.stop();
  }
});
