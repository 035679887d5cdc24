import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServedIndicator } from '@rf-indicators/core/desk/served/served';
import fc from 'fast-check';
import { cases } from '../../../../test/support/counts.ts';
import { byCodePoint } from '../../src/rendering/code-points.ts';
import { pageOf, readCursor, SORTS, writeCursor } from '../../src/rendering/lists.ts';
import { anyCharacter } from '../any-character.ts';

const served = (number: number) =>
  ({
    ...{ providerId: `id ${number % 7}`, name: `Name ${number % 3}`, plannerType: 'btc', riskBand: 'LOW' },
    ...{ finalScore: number % 5, asOf: number % 4 },
  }) as ServedIndicator;

test('names sort by code point, as their UTF-8 bytes do', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 4 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(byCodePoint(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: cases(500, 5000), seed: 20260401 },
  );
});

test('pages of a past state put together are the whole list, in any order', () => {
  const all = [3, 11, 4, 19, 6, 2, 15].map(served);
  for (const sort of SORTS) {
    const whole = pageOf(all, {}, { sort, limit: 100, after: null });
    assert.equal(whole.length, all.length);
    const paged: ServedIndicator[] = [];
    for (let cursor: string | null = null; ; cursor = writeCursor(paged.at(-1)!, sort)) {
      const after = cursor === null ? null : readCursor(cursor, sort);
      const page = pageOf(all, {}, { sort, limit: 2, after });
      if (page.length === 0) break;
      paged.push(...page);
    }
    assert.deepEqual(paged, whole, sort);
  }
});

test('a cursor of another order, or a text that is none, is refused', () => {
  const cursor = writeCursor(served(1), 'name');
  assert.ok(readCursor(cursor, 'name'));
  assert.equal(readCursor(cursor, '-final_score'), null);
  assert.equal(readCursor(cursor, '-name'), null);
  for (const text of ['', 'x', 'e30', 'W10', Buffer.from('["name",1,"a","a"]').toString('base64url')]) {
    assert.equal(readCursor(text, 'name'), null, text);
  }
});
