// A client in a loop fills neither the memory nor the store: most of its failures are only counted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailureBook } from '../../src/http/failure-book.ts';

const MINUTE = 60_000;

function bookAt(now: { ms: number }) {
  const book = new FailureBook(() => now.ms);
  const fail = (keyId: string, status: number, times: number, workspaceId = 'w') => {
    for (let at = 0; at < times; at += 1)
      book.record(
        { keyId, workspaceId },
        { requestId: `${keyId} ${at}`, operation: null, status, code: null },
      );
  };
  const drained = () => {
    const sums: Record<string, number> = {};
    for (const { keyId, details, calls } of book.drain()) {
      const id = `${keyId} ${details?.status ?? 'counted'}`;
      sums[id] = (sums[id] ?? 0) + calls;
    }
    return sums;
  };
  return { book, fail, drained };
}

test('of a key, ten calls per minute and status are kept, and the others are counted', () => {
  const now = { ms: 3 * MINUTE + 0.5 };
  const { fail, drained, book } = bookAt(now);
  fail('a', 429, 1000);
  // The loop hides neither another failure of the key nor those of other keys.
  fail('a', 500, 2);
  fail('b', 429, 3);
  assert.deepEqual(drained(), { 'a 429': 10, 'a 500': 2, 'b 429': 3, 'a counted': 990 });
  // A save in between gives no new room.
  fail('a', 429, 5);
  assert.deepEqual(drained(), { 'a counted': 5 });
  now.ms += MINUTE;
  fail('a', 429, 11);
  assert.deepEqual(
    book.drain().map(({ at, details }) => [at, details === null]),
    [...Array(10).fill([4 * MINUTE, false]), [4 * MINUTE, true]],
  );
});

test('of a workspace, a hundred calls per minute are kept, however many keys it has', () => {
  const { fail, drained } = bookAt({ ms: 0 });
  for (let key = 0; key < 30; key += 1) fail(`k${key}`, 429, 10);
  fail('z', 429, 1, 'another');
  const sums = drained();
  const kept = Object.entries(sums).filter(([id]) => !id.endsWith('counted'));
  assert.equal(
    kept.reduce((sum, [, calls]) => sum + calls, 0),
    101,
  );
  assert.equal(
    Object.values(sums).reduce((sum, calls) => sum + calls),
    301,
  );
});

test('failures that could not be saved come again, once', () => {
  const { book, fail, drained } = bookAt({ ms: 0 });
  fail('a', 404, 12);
  const lost = book.drain();
  fail('a', 404, 3);
  book.undrain(lost);
  assert.deepEqual(drained(), { 'a 404': 10, 'a counted': 5 });
  assert.deepEqual(drained(), {});
});

test('memory stays bounded while nothing can be saved', () => {
  const now = { ms: 0 };
  const { book, fail } = bookAt(now);
  for (let minute = 0; minute < 3; minute += 1) {
    now.ms = minute * MINUTE;
    const lost = book.drain();
    for (let key = 0; key < 40_000; key += 1) fail(`k${key}`, 404, 1, `w${key}`);
    book.undrain(lost);
  }
  for (let key = 0; key < 60_000; key += 1) fail(`k${key}`, 404, 1, `w${key}`);
  const entries = book.drain();
  assert.equal(entries.filter(({ details }) => details !== null).length, 50_000);
  assert.equal(entries.filter(({ details }) => details === null).length, 50_000);
});
