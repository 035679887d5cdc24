// The place of a worker whose process cannot be started, or cannot be told anything.

import assert from 'node:assert/strict';
import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { LISTENING, WorkerPlace } from '../../src/cli/service/worker-place.ts';

/** A worker without a process, which ends when it is asked to. */
function fakeWorker(pid: number | undefined, onKill?: (signal: string) => void): Worker {
  const worker = new EventEmitter();
  const kill = onKill ?? (() => worker.emit('exit', 0, null));
  return Object.assign(worker, { process: { pid, kill } }) as unknown as Worker;
}

/** Each attempt to start a worker gives the next of these. */
function placeOf(attempts: (() => Worker)[]) {
  const lines: string[] = [];
  let made = 0;
  const place = new WorkerPlace(2, () => attempts[made++]!(), {
    tell: (line) => lines.push(line),
    drainMs: 0,
  });
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
  await place.stop('SIGTERM');
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
  await place.stop('SIGTERM');
});

test('a worker that is still draining is not signalled again', async () => {
  const signals: string[] = [];
  const worker = fakeWorker(1, (signal) => signals.push(signal));
  setImmediate(() => worker.emit('message', LISTENING));
  const { place, lines } = placeOf([() => worker]);
  await place.start();
  const restarting = place.restart();
  const stopping = place.stop('SIGTERM');
  await new Promise(setImmediate);
  assert.deepEqual(signals, ['SIGTERM'], 'a second signal would end it at once');
  worker.emit('exit', 0, null);
  await Promise.all([restarting, stopping]);
  assert.deepEqual(lines, []);
});

test('a worker gets the signal that the primary process got', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const signals: string[] = [];
    const worker = fakeWorker(1, (given) => {
      signals.push(given);
      worker.emit('exit', 0, null);
    });
    setImmediate(() => worker.emit('message', LISTENING));
    const { place } = placeOf([() => worker]);
    await place.start();
    await place.stop(signal);
    assert.deepEqual(signals, [signal]);
  }
});
