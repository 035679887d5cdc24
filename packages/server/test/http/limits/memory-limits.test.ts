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
