import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageBook } from '../../src/http/usage-book.ts';

const HOUR = 60 * 60 * 1000;
const NOON = Date.parse('2026-10-01T12:00:00Z');

test('what was counted is handed over once, in the hour it happened in', () => {
  const book = new UsageBook();
  const key = book.counterOf('key');
  book.count(key, 'getScore', 'accepted', NOON - 2);
  book.count(key, 'getScore', 'refused', NOON - 1);
  book.count(key, 'getScore', 'accepted', NOON);
  book.count(key, 'listScores', 'accepted', NOON + 1);
  assert.deepEqual(book.drain(), [
    { keyId: 'key', hour: NOON - HOUR, operation: 'getScore', accepted: 1, refused: 1, lastAt: NOON - 1 },
    { keyId: 'key', hour: NOON, operation: 'getScore', accepted: 1, refused: 0, lastAt: NOON },
    { keyId: 'key', hour: NOON, operation: 'listScores', accepted: 1, refused: 0, lastAt: NOON + 1 },
  ]);
  assert.deepEqual(book.drain(), []);
});

test('what could not be saved comes again', () => {
  const book = new UsageBook();
  book.count(book.counterOf('key'), 'getScore', 'accepted', NOON);
  const drained = book.drain();
  book.undrain(drained);
  book.count(book.counterOf('key'), 'getScore', 'accepted', NOON + 1);
  assert.deepEqual(
    book.drain().map(({ accepted }) => accepted),
    [1, 1],
  );
});
