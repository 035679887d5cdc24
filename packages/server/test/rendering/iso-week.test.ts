// ISO weeks at the ends of years.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWeek, weekAfter, weekBefore, weekOf } from '../../src/rendering/history/iso-week.ts';
import { weekDays } from '../../src/rendering/pages/weeks/week-words.ts';

test('a day belongs to the week of its Thursday, in UTC', () => {
  for (const [instant, name] of [
    ['2026-08-05T12:00:00Z', '2026-W32'],
    ['2026-08-02T23:59:59.999Z', '2026-W31'],
    ['2026-08-03T00:00:00Z', '2026-W32'],
    // 2026 has 53 weeks: its first and its last day are Thursdays.
    ['2025-12-28T23:59:59Z', '2025-W52'],
    ['2025-12-29T00:00:00Z', '2026-W01'],
    ['2026-12-31T00:00:00Z', '2026-W53'],
    ['2027-01-03T23:59:59Z', '2026-W53'],
    ['2027-01-04T00:00:00Z', '2027-W01'],
    ['2021-01-01T00:00:00Z', '2020-W53'],
    ['2024-12-30T00:00:00Z', '2025-W01'],
  ] as const)
    assert.equal(weekOf(Date.parse(instant)).name, name, instant);
});

test('a name leads to its week, and what names no week is refused', () => {
  const { from, until } = readWeek('2026-W53')!;
  assert.deepEqual(
    [from, until].map((at) => new Date(at).toISOString()),
    ['2026-12-28T00:00:00.000Z', '2027-01-04T00:00:00.000Z'],
  );
  for (const name of ['2025-W53', '2026-W54', '2026-W00', '2026-W1', '2026-32', '2026-w32', '', '20260-W01'])
    assert.equal(readWeek(name), null, name);
});

test('weeks follow each other without a gap, for thirty years', () => {
  let week = readWeek('2010-W01')!;
  for (let at = 0; at < 1565; at += 1) {
    const next = weekAfter(week);
    assert.equal(next.from, week.until);
    assert.equal(weekBefore(next).name, week.name);
    assert.deepEqual(readWeek(week.name), week);
    week = next;
  }
});

test('the days of a week are written once each', () => {
  assert.equal(weekDays(readWeek('2026-W32')!), '3 – 9 Aug 2026');
  assert.equal(weekDays(readWeek('2026-W31')!), '27 Jul – 2 Aug 2026');
  assert.equal(weekDays(readWeek('2026-W53')!), '28 Dec 2026 – 3 Jan 2027');
});
