import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cases } from '../../../../test/support/counts.ts';
import { byCodePoint } from '../../src/rendering/code-points.ts';
import { sortByName } from '../../src/rendering/current-rows.ts';
import { assemblePage, type ListQuery, readCursor, SORTS } from '../../src/rendering/lists.ts';
import type { RenderedRow } from '../../src/rendering/rows.ts';

const ALL: ListQuery = {
  plannerType: null,
  riskBand: null,
  sort: 'name',
  limit: null,
  cursor: null,
  withDecisions: false,
};

const arbitraryRow = fc
  .record({
    id: fc.uuid(),
    name: fc.string({ unit: 'binary', maxLength: 3 }),
    plannerType: fc.constantFrom('btc', 'fiat'),
    riskBand: fc.constantFrom('LOW', 'HIGH'),
    finalScore: fc.integer({ min: 0, max: 5 }),
    scoredAt: fc.integer({ min: 0, max: 3 }),
  })
  .map((row): RenderedRow => {
    const openRow = JSON.stringify({ id: row.id }).slice(0, -1);
    return { ...row, isStale: false, changedAt: 0, publicRow: '', openRow, decision: '{}' };
  });
const arbitraryRows = fc.uniqueArray(arbitraryRow, { selector: ({ id }) => id, maxLength: 12 });

function ids(rows: readonly string[]): string[] {
  return rows.map((row) => JSON.parse(row).id);
}

test('names sort by code point, as their UTF-8 bytes do', () => {
  const text = fc.string({ unit: 'binary', maxLength: 4 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(byCodePoint(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: cases(500, 5000), seed: 20260401 },
  );
});

test('pages put together are the whole list, in any order, with any filter, at any length', () => {
  const options = fc.record({
    sort: fc.constantFrom(...SORTS),
    plannerType: fc.constantFrom(null, 'btc'),
    riskBand: fc.constantFrom(null, 'LOW'),
    limit: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(arbitraryRows, options, (given, { limit, ...filter }) => {
      const rows = sortByName(given);
      const whole = assemblePage(rows, { ...ALL, ...filter });
      assert.equal(whole.nextCursor, null);
      const paged: string[] = [];
      let cursor: ListQuery['cursor'] = null;
      for (;;) {
        const page = assemblePage(rows, { ...ALL, ...filter, limit, cursor });
        assert.ok(page.rows.length <= limit);
        paged.push(...page.rows);
        if (page.nextCursor === null) break;
        cursor = readCursor(page.nextCursor, filter.sort);
        assert.ok(cursor);
      }
      assert.deepEqual(paged, whole.rows);
    }),
    { numRuns: cases(300, 3000), seed: 20260401 },
  );
});

test('a page after a row that has gone begins with the row that followed it', () => {
  fc.assert(
    fc.property(arbitraryRows, fc.constantFrom(...SORTS), fc.nat(), (given, sort, pick) => {
      const rows = sortByName(given);
      if (rows.length < 3) return;
      const whole = ids(assemblePage(rows, { ...ALL, sort }).rows);
      const limit = 1 + (pick % (whole.length - 2));
      const { nextCursor } = assemblePage(rows, { ...ALL, sort, limit });
      const left = rows.filter(({ id }) => id !== whole[limit - 1]);
      const next = assemblePage(left, { ...ALL, sort, cursor: readCursor(nextCursor!, sort) });
      assert.deepEqual(ids(next.rows), whole.slice(limit));
    }),
    { numRuns: cases(200, 2000), seed: 20260401 },
  );
});

test('a cursor of another order, or a text that is none, is refused', () => {
  const row = (id: string) =>
    ({ id, name: id, finalScore: 1, scoredAt: 1, openRow: `{"id":"${id}"`, decision: '{}' }) as RenderedRow;
  const { nextCursor } = assemblePage([row('a'), row('b')], { ...ALL, limit: 1 });
  assert.ok(readCursor(nextCursor!, 'name'));
  assert.equal(readCursor(nextCursor!, '-final_score'), null);
  assert.equal(readCursor(nextCursor!, '-name'), null);
  for (const text of ['', 'x', 'e30', 'W10', Buffer.from('["name",1,"a","a"]').toString('base64url')]) {
    assert.equal(readCursor(text, 'name'), null, text);
  }
});
