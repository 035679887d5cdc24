// Which rows the Scores page shows when there are many, and what its small charts draw.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bullet } from '../../src/rendering/pages/charts/bullet.ts';
import { sparkline } from '../../src/rendering/pages/charts/sparkline.ts';
import { ALL_SCORES, readScoresQuery, scoresUrl } from '../../src/rendering/pages/scores/query.ts';
import { pageOfRows, selectRows } from '../../src/rendering/pages/scores/select.ts';
import { yieldInWords } from '../../src/rendering/pages/scores/words.ts';
import type { RenderedRow } from '../../src/rendering/rows.ts';

const rows = Array.from({ length: 250 }, (_, at): RenderedRow => {
  const finalScore = (at * 37) % 100;
  return {
    ...{ id: String(at), name: `Provider ${String(at).padStart(3, '0')}`, finalScore, scoredAt: at },
    ...{ plannerType: at % 2 === 0 ? 'btc' : 'fiat', riskBand: finalScore < 50 ? 'HIGH' : 'LOW' },
    ...{ isStale: false, changedAt: 0, publicRow: '', openRow: '', decision: '' },
  };
});

test('all rows are filtered and sorted, and then divided into pages', () => {
  const { rows: chosen, counts } = selectRows(rows, { ...ALL_SCORES, type: 'btc', band: 'LOW' });
  const expected = rows.filter(({ plannerType, riskBand }) => plannerType === 'btc' && riskBand === 'LOW');
  assert.equal(chosen.length, expected.length);
  for (const [at, row] of chosen.entries()) {
    const next = chosen[at + 1];
    if (next === undefined) continue;
    assert.ok(
      row.finalScore > next.finalScore || (row.finalScore === next.finalScore && row.name < next.name),
      'safest first, then by name',
    );
  }
  assert.equal(
    counts.reduce((sum, [, count]) => sum + count, 0),
    125,
    'the counts of the bands do not depend on the chosen band',
  );
  const all = selectRows(rows, ALL_SCORES).rows;
  const pages = [1, 2, 3].map((page) => pageOfRows(all, page));
  assert.deepEqual(
    pages.map(({ first, rows: shown, pages: count }) => [first, shown.length, count]),
    [
      [1, 100, 3],
      [101, 100, 3],
      [201, 50, 3],
    ],
  );
  assert.deepEqual(
    pages.flatMap((page) => page.rows),
    all,
  );
  assert.equal(pageOfRows(all, 4).page, 3);
  assert.deepEqual(pageOfRows([], 2), { rows: [], page: 1, pages: 1, first: 1 });
});

test('a view has one URL, which gives the same view', () => {
  const query = { name: 'a & b', type: 'fiat', band: 'ELEVATED', order: 'newest', page: 12 } as const;
  const url = scoresUrl(query);
  assert.equal(url, '/?q=a+%26+b&type=fiat&band=elevated&order=newest&page=12');
  assert.deepEqual(readScoresQuery(Object.fromEntries(new URLSearchParams(url.slice(2)))), query);
  assert.equal(scoresUrl(ALL_SCORES), '/');
});

test('a sparkline has a gap where nothing was served, and draws a renewed score once', () => {
  const step = (from: number, until: number | null, finalScore: number) => ({ from, until, finalScore });
  const steps = [step(0, 10, 5000), step(10, 20, 5000), step(20, 30, 6000), step(50, null, 6000)];
  const { text } = sparkline(steps, { since: 0, until: 92 });
  assert.match(text, /class="line" d="M0 17H20V7H30M50 7H92"/);
  assert.match(text, /<circle cx="92" cy="7" r="2"\/>/);
  const level = sparkline([step(0, null, 9990)], { since: 0, until: 92 }).text;
  assert.match(level, /d="M0 12H92"/, 'a level score is in the middle');
});

test('a bullet stays within its track, and is hatched if the score is stale', () => {
  const drawn = (score: number, isStale = false) => bullet({ score, band: 'HIGH', isStale }).text;
  assert.match(drawn(0), /class="bar" y="4" width="0" height="4"\/>.*class="end" x="0"/);
  assert.match(drawn(10_000), /class="bar" y="4" width="120" height="4"\/>.*class="end" x="118"/);
  assert.match(drawn(3999, true), /width="48" height="4" fill="url\(#hatch-high\)"/);
});

test('yields are a range, one figure or none', () => {
  assert.deepEqual(
    [yieldInWords(3.3, 3.55), yieldInWords(6.25, 6.25), yieldInWords(-0.5, 1234.125), yieldInWords(0, 0)],
    ['3.30 – 3.55', '6.25', '−0.50 – 1,234.125', null],
  );
});
