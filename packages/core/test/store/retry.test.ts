import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withRetries } from '@rf-indicators/core/store/retries';

class LostRace extends Error {}

/** Time passes only while it sleeps, unless the work takes some. */
function options(slept: number[], random = () => 1, worked = () => 0) {
  return {
    isRetryable: (error: unknown) => error instanceof LostRace,
    random,
    sleep: async (ms: number) => slept.push(ms),
    elapsed: () => slept.reduce((sum, ms) => sum + ms, 0) + worked(),
  };
}

test('work that lost a race is tried again for ten seconds, after pauses that double up to half a second', async () => {
  const slept: number[] = [];
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    throw new LostRace();
  };
  await assert.rejects(withRetries(work, options(slept)), LostRace);
  assert.deepEqual(slept.slice(0, 9), [5, 10, 20, 40, 80, 160, 320, 500, 500]);
  const inAll = slept.reduce((sum, ms) => sum + ms, 0);
  assert.ok(inAll >= 10_000 && inAll < 10_500, `${inAll} ms`);
  assert.equal(attempts, slept.length + 1);
});

test('however short the pauses, it goes on for ten seconds, and ends', async () => {
  const slept: number[] = [];
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    throw new LostRace();
  };
  // Each attempt takes 20 ms, and no pause takes any time.
  await assert.rejects(
    withRetries(
      work,
      options(
        slept,
        () => 0,
        () => attempts * 20,
      ),
    ),
    LostRace,
  );
  assert.equal(attempts, 500);
});

test('work that takes minutes is tried five times', async () => {
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    throw new LostRace();
  };
  await assert.rejects(
    withRetries(
      work,
      options(
        [],
        () => 0,
        () => attempts * 60_000,
      ),
    ),
    LostRace,
  );
  assert.equal(attempts, 5);
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
