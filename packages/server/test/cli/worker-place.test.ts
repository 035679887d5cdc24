// The place of a worker whose process cannot be started, or cannot be told anything.

import assert from 'node:assert/strict';
import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { LISTENING, WorkerPlace } from '../../src/cli/service/worker-place.ts';

/** A worker without a process. */
function fakeWorker(pid: number | undefined): Worker {
  const worker = new EventEmitter();
  const kill = () => worker.emit('exit', 0, null);
  return Object.assign(worker, { process: { pid, kill } }) as unknown as Worker;
}

/** Each attempt to start a worker gives the next of these. */
function placeOf(attempts: (() => Worker)[]) {
  const lines: string[] = [];
  let made = 0;
  const place = new WorkerPlace(
    2,
    () => attempts[made++]!(),
    (line) => lines.push(line),
  );
  return { place, lines };
}

function serving(): Worker {
  const worker = fakeWorker(1);
  setImmediate(() => worker.emit('message', LISTENING));
  return worker;
}

test('a worker whose process cannot be started is replaced after a pause', async () => {
  const { place, lines } = placeOf([
    () => {
      throw new Error('spawn EMFILE');
    },
    () => {
      const worker = fakeWorker(undefined);
      setImmediate(() => worker.emit('error', new Error('spawn EAGAIN')));
      return worker;
    },
    serving,
  ]);
  await place.start();
  assert.deepEqual(lines, [
    'Worker 2 could not be started (spawn EMFILE). Another one takes its place in 1 s.',
    'Worker 2 could not be started (spawn EAGAIN). Another one takes its place in 2 s.',
  ]);
  await place.stop();
});

test('a worker that cannot be told anything is waited for until it ends', async () => {
  const first = serving();
  const { place, lines } = placeOf([() => first, serving]);
  await place.start();
  first.emit('error', new Error('write EPIPE'));
  await new Promise(setImmediate);
  assert.deepEqual(lines, []);
  first.emit('exit', null, 'SIGKILL');
  await new Promise(setImmediate);
  assert.deepEqual(lines, ['Worker 2 ended by SIGKILL. Another one takes its place in 1 s.']);
  await place.stop();
});
