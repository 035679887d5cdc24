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

test('what could not be saved comes again, and grows no longer with each try', () => {
  const book = new UsageBook();
  const key = book.counterOf('key');
  for (let second = 0; second < 10; second += 1) {
    book.count(key, 'getScore', 'accepted', NOON + second);
    book.undrain(book.drain());
  }
  book.count(key, 'getScore', 'refused', NOON + HOUR);
  assert.deepEqual(book.drain(), [
    { keyId: 'key', hour: NOON, operation: 'getScore', accepted: 10, refused: 0, lastAt: NOON + 9 },
    { keyId: 'key', hour: NOON + HOUR, operation: 'getScore', accepted: 0, refused: 1, lastAt: NOON + HOUR },
  ]);
  assert.deepEqual(book.drain(), []);
});
