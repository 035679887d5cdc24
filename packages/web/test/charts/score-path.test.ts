// The path of a provider on the map: where its score was in the last 90 days.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathIn } from '../../src/site/score-map/path.ts';

const NOW = Date.parse('2026-11-19T12:00:00Z');
const step = (from: string, until: string | null, final_score: number) => ({
  ...{ from: `${from}T12:00:00Z`, until: until === null ? null : `${until}T12:00:00Z` },
  ...{ final_score, risk_band: 'MEDIUM' },
});

test('the change of 90 days is between their first and last score', () => {
  const path = pathIn([step('2026-11-01', null, 70), step('2026-06-01', '2026-11-01', 50)], NOW);
  assert.equal(path.change, 20_00);
  assert.equal(path.since, null);
  assert.deepEqual(
    path.levels.map(({ score }) => score),
    [50_00],
  );
});

test('a shorter history says since when', () => {
  const path = pathIn([step('2026-11-10', null, 70), step('2026-11-01', '2026-11-10', 50)], NOW);
  assert.equal(path.change, 20_00);
  assert.equal(path.since, Date.parse('2026-11-01T12:00:00Z'));
});

test('without any score in 90 days there is no path', () => {
  assert.deepEqual(pathIn([step('2026-01-01', '2026-02-01', 50)], NOW), {
    ...{ levels: [], change: null, since: null },
  });
});
