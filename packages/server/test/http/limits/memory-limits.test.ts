import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryLimits } from '../../../src/http/limits/memory/memory-limits.ts';

const SHARED = { windowId: 'w PROFESSIONAL', limit: 3 };
const OWN = { windowId: 'key k', limit: 2 };

test('a request counts in both windows or in neither', () => {
  const limits = new MemoryLimits();
  const given = [1, 2, 3].map((now) => ({ ...limits.accept(SHARED, OWN, now) }));
  assert.deepEqual(
    given.map(({ isAccepted, isOwn, remaining }) => [isAccepted, isOwn, remaining]),
    [
      [true, true, 1],
      [true, true, 0],
      [false, true, 0],
    ],
  );
  assert.equal(given[2]!.exceededLimit, 2);
  assert.equal(given[2]!.retryAt, 1 + 60 * 60 * 1000);
  assert.equal(limits.read(SHARED, 4).remaining, 1, 'the refused one used up nothing of the shared window');
  const last = limits.accept(SHARED, null, 5);
  assert.deepEqual([last.isAccepted, last.isOwn, last.remaining], [true, false, 0]);
  const over = limits.accept(SHARED, OWN, 6);
  assert.deepEqual([over.isAccepted, over.exceededLimit], [false, 3]);
  assert.equal(limits.read(SHARED, 7).remaining, 0, 'reading counts nothing');
});

test('a decision is made at once, in an object that is used again', () => {
  const limits = new MemoryLimits();
  assert.equal(limits.accept(SHARED, OWN, 1), limits.accept(SHARED, null, 2));
});

test('a request with several places takes all of them, or none', () => {
  const limits = new MemoryLimits({ widthMs: 1000 });
  const shared = { windowId: 'w', limit: 10 };
  const own = { windowId: 'k', limit: 6 };
  const ask = (now: number, places: number, ofKey: typeof own | null = null) => {
    const { isAccepted, remaining, retryAt } = limits.accept(shared, ofKey, now, places);
    return [isAccepted, remaining, retryAt];
  };
  assert.deepEqual(ask(1, 4, own), [true, 2, 1001], 'the same again: when these expire');
  assert.deepEqual(ask(2, 3, own)[0], false, 'the key has two left');
  assert.deepEqual(ask(3, 5), [true, 1, 1001], 'five more: when the first four expire');
  assert.deepEqual(ask(4, 2), [false, 1, 1001]);
  assert.deepEqual(ask(5, 6), [false, 1, 1003], 'one of the later five must expire, too');
  assert.deepEqual(ask(6, 1), [true, 0, 1001]);
  assert.deepEqual(ask(1001, 4), [true, 0, 1003]);
  assert.deepEqual(ask(1001, 11)[0], false, 'never more than the limit');
});
