import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withRetries } from '@rf-indicators/core/store/retry';

class LostRace extends Error {}

function options(slept: number[], random = () => 1) {
  return {
    isRetryable: (error: unknown) => error instanceof LostRace,
    random,
    sleep: async (ms: number) => slept.push(ms),
  };
}

test('work that lost a race is tried again after pauses that double up to half a second', async () => {
  const slept: number[] = [];
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    throw new LostRace();
  };
  await assert.rejects(withRetries(work, options(slept)), LostRace);
  assert.equal(attempts, 10);
  assert.deepEqual(slept, [5, 10, 20, 40, 80, 160, 320, 500, 500]);
});

test('pauses are random, so that writers that met once do not meet again', async () => {
  const slept: number[] = [];
  const chances = [0, 0.5, 0.25];
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    if (attempts <= 3) throw new LostRace();
    return 'done';
  };
  assert.equal(
    await withRetries(
      work,
      options(slept, () => chances[attempts - 1]!),
    ),
    'done',
  );
  assert.deepEqual(slept, [0, 5, 5]);
});

test('any other error ends it at once', async () => {
  const slept: number[] = [];
  const work = async () => {
    throw new Error('no such table');
  };
  await assert.rejects(withRetries(work, options(slept)), /no such table/);
  assert.deepEqual(slept, []);
});
