// The log: one JSON line per error, and one count per minute of an error that repeats.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/service/log.ts';

test('an error is logged at once, its repetitions are counted once per minute', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.parse('2026-11-15T12:00:00Z') });
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const written = () => lines.splice(0).map((line) => JSON.parse(line));
  for (let count = 0; count < 50; count += 1) log.error(new Error('the disk is full'));
  log.error('something else', { request_id: 'a-1' });
  const [first, other, ...more] = written();
  assert.deepEqual(more, []);
  assert.equal(first.message, 'Error: the disk is full');
  assert.match(first.stack, /log\.test\.ts/);
  assert.deepEqual(other, {
    time: '2026-11-15T12:00:00.000Z',
    level: 'error',
    message: 'something else',
    request_id: 'a-1',
  });
  t.mock.timers.tick(60_000);
  assert.deepEqual(written(), [
    {
      time: '2026-11-15T12:01:00.000Z',
      level: 'error',
      message: 'Error: the disk is full',
      repeated: 49,
      seconds: 60,
    },
  ]);
  // After a minute without it, the error is news again.
  t.mock.timers.tick(60_000);
  log.error(new Error('the disk is full'));
  assert.equal(written()[0].repeated, undefined);
  log.error(new Error('the disk is full'));
  log.close();
  assert.equal(written()[0].repeated, 1);
});
