// Which rows the Scores page shows when there are many, and what its small charts draw.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bullet } from '../../src/rendering/pages/charts/bullet.ts';
import { sparkline } from '../../src/rendering/pages/charts/sparkline.ts';
import {
  ALL_SCORES,
  readScoresQuery,
  type ScoresQuery,
  scoresUrl,
} from '../../src/rendering/pages/scores/query.ts';
import { placeOfPage } from '../../src/rendering/pages/scores/select.ts';

test('a page beyond the last one is the last one', () => {
  const pages = [1, 2, 3, 4].map((page) => placeOfPage(page, 125));
  assert.deepEqual(
    pages.map(({ page, pages: count, offset }) => [page, count, offset]),
    [
      [1, 3, 0],
      [2, 3, 50],
      [3, 3, 100],
      [3, 3, 100],
    ],
  );
  assert.deepEqual(placeOfPage(2, 0), { page: 1, pages: 1, offset: 0 });
});

test('a view has one URL, which gives the same view', () => {
  const filtered = { name: 'a & b', type: 'fiat', band: 'ELEVATED', order: 'newest', page: 12 } as const;
  const query: ScoresQuery = { view: 'table', asOf: null, ...filtered };
  const url = scoresUrl(query);
  assert.equal(url, '/?q=a+%26+b&type=fiat&band=elevated&order=newest&page=12');
  assert.deepEqual(readScoresQuery(Object.fromEntries(new URLSearchParams(url.slice(2)))), query);
  assert.equal(scoresUrl(ALL_SCORES), '/');
  const day: ScoresQuery = { ...ALL_SCORES, view: 'timeline', asOf: '2026-07-22' };
  assert.equal(scoresUrl(day), '/?view=timeline&as_of=2026-07-22');
  assert.deepEqual(readScoresQuery({ view: 'timeline', as_of: '2026-07-22' }), day);
  // Only the timeline has a day, and only days of the calendar are days.
  assert.equal(scoresUrl({ ...day, view: 'map' }), '/?view=map');
  assert.equal(readScoresQuery({ view: 'timeline', as_of: '2026-02-30' }).asOf, null);
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
