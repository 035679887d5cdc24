// The strip of bands draws what was served, and its words say the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StripEvent, stripDrawing } from '../../src/charts/band-strip.ts';
import { readCheckpointNote, stripInWords, timelineTitle } from '../../src/charts/timeline-words.ts';

const PERIOD = { since: 0, until: 100 };
const period = (from: number, until: number | null, band: string, isStale = false) => ({
  from,
  until,
  band,
  isStale,
});

function shapes(drawings: ReturnType<typeof stripDrawing>, name: string): string[] {
  return drawings
    .filter(({ attributes }) => String(attributes.class).split(' ')[0] === name)
    .map(({ attributes: { x, width, height } }) => `${x} ${width} ${height}`);
}

test('as many lanes are filled as bars in the glyph of the band', () => {
  const drawing = stripDrawing(
    [period(0, 30, 'LOW'), period(30, 60, 'ELEVATED'), period(60, null, 'HIGH')],
    [],
    PERIOD,
  );
  assert.deepEqual(shapes(drawing, 'lanes'), ['0% 30% 4', '30% 30% 14', '60% 40% 19']);
  assert.deepEqual(shapes(drawing, 'tint'), ['0% 30% 19', '30% 30% 19', '60% 40% 19']);
});

test('a withdrawal is a cross and a dotted line until the reinstatement, and nothing is filled', () => {
  const drawing = stripDrawing([period(0, 20, 'LOW'), period(50, 80, 'LOW')], [], PERIOD);
  const text = JSON.stringify(drawing);
  assert.equal(text.match(/"cross"/g)?.length, 2);
  assert.equal(text.match(/"gone"/g)?.length, 2);
  assert.deepEqual(shapes(drawing, 'lanes'), ['0% 20% 4', '50% 30% 4']);
});

test('a change of the band and a correction have a mark, a stale period is hatched', () => {
  const event = (kind: string, newBand: string): StripEvent => ({
    at: 50,
    kind,
    previousBand: 'LOW',
    newBand,
  });
  const text = (events: StripEvent[], isStale = false) =>
    JSON.stringify(stripDrawing([period(0, null, 'LOW', isStale)], events, PERIOD));
  assert.ok(text([event('band_change', 'HIGH')]).includes('"moved"'));
  assert.ok(text([event('methodology_change', 'HIGH')]).includes('"moved"'));
  assert.ok(!text([event('stale', 'LOW')]).includes('"moved"'));
  assert.ok(text([event('correction', 'LOW')]).includes('"corrected"'));
  assert.ok(text([], true).includes('url(#strip-stale)'));
});

test('a review is a line above the strip, from its beginning to its end or to the end of the period', () => {
  const reviews = [
    { from: 10, until: 25, direction: 'up' },
    { from: 90, until: null, direction: 'down' },
  ];
  const lines = stripDrawing([period(0, null, 'LOW')], [], PERIOD, reviews).filter(
    ({ attributes }) => attributes.class === 'reviewed',
  );
  assert.deepEqual(
    lines.map(({ attributes: { x1, x2 } }) => [x1, x2]),
    [
      ['10%', '25%'],
      ['90%', '100%'],
    ],
  );
});

test('the words name every period and a withdrawal', () => {
  const day = (date: string) => Date.parse(date);
  const periods = [
    period(day('2026-04-01'), day('2026-05-01'), 'LOW'),
    period(day('2026-05-01'), day('2026-05-04'), 'LOW', true),
    period(day('2026-06-01'), null, 'HIGH'),
  ];
  assert.equal(
    stripInWords(periods),
    'Low risk from 1 Apr 2026; Low risk, stale from 1 May 2026; withdrawn on 4 May 2026; High risk from 1 Jun 2026',
  );
  const reviews = [
    { from: day('2026-06-03'), until: day('2026-06-10'), direction: 'down' },
    { from: day('2026-07-01'), until: null, direction: 'developing' },
  ];
  assert.equal(
    stripInWords(periods.slice(2), reviews),
    'High risk from 1 Jun 2026; under review, down, from 3 Jun 2026 to 10 Jun 2026; under review, since 1 Jul 2026',
  );
});

test('the title counts the riskiest band on that day and today', () => {
  const then = { LOW: 5, MEDIUM: 2, HIGH: 5 };
  assert.equal(
    timelineTitle('2026-07-29', then, { LOW: 8, HIGH: 3 }, false),
    'As published on 29 Jul 2026: 5 of 12 at High risk; today 3 of 11',
  );
  assert.equal(
    timelineTitle('2026-07-29', then, then, false),
    'As published on 29 Jul 2026: 5 of 12 at High risk; today too',
  );
  assert.equal(timelineTitle('2026-07-29', then, then, true), 'Today, 29 Jul 2026: 5 of 12 at High risk');
});

test('a checkpoint says how large the log was and its root hash', () => {
  assert.deepEqual(readCheckpointNote('rf-demo\n12345\nv+OG=\n\n— rf-demo x\n'), {
    size: '12,345',
    rootHash: 'v+OG=',
  });
});
