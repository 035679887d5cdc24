// Threads release the memory of their start, also if several start at the same time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { releaseStartupMemory } from '../../src/workers/rpc/startup-memory.ts';

const MEGABYTE = 1_000_000;

test('what a thread needed only to start is given back, and the collector stays out of reach', () => {
  let loaded: object[] | null = Array.from({ length: 500_000 }, (_, at) => ({ at, text: `number ${at}` }));
  assert.equal(loaded.length, 500_000);
  const before = getHeapStatistics().total_physical_size;
  loaded = null;
  releaseStartupMemory();
  const after = getHeapStatistics().total_physical_size;
  assert.ok(before - after > 20 * MEGABYTE, `${before} bytes before, ${after} after`);
  assert.equal((globalThis as { gc?: unknown }).gc, undefined);
});

const MODULE = new URL('../../src/workers/rpc/startup-memory.ts', import.meta.url).href;

/** Waits for the other threads, so that all do it at once, and several times. */
const PROGRAM = `
  const { workerData } = await import('node:worker_threads');
  const { releaseStartupMemory } = await import('${MODULE}');
  const arrived = new Int32Array(workerData.shared);
  Atomics.add(arrived, 0, 1);
  while (Atomics.load(arrived, 0) < workerData.threads);
  for (let times = 0; times < 20; times += 1) releaseStartupMemory();
`;

test('threads that start at the same time all release their memory', async () => {
  const workerData = { shared: new SharedArrayBuffer(4), threads: 3 };
  const source = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`);
  const ends = Array.from({ length: workerData.threads }, () => {
    const worker = new Worker(source, { workerData });
    return new Promise<number>((resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', resolve);
    });
  });
  assert.deepEqual(await Promise.all(ends), [0, 0, 0]);
});
