import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
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
