// The time of a digest in the person's time zone, also on the days on which clocks change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantOf, isTimeZone, localTime, nextTime, weekdayOf } from '@rf-indicators/core/watch/time-zones';
import fc from 'fast-check';
import { cases } from '../../../../test/support/counts.ts';

const HOUR = 60 * 60 * 1000;
const at = (text: string) => Date.parse(text);

test('an hour that the clock skips is the next one, and of one that it repeats the first counts', () => {
  for (const [day, hour, zone, expected] of [
    ['2026-03-28', 2, 'Europe/Berlin', '2026-03-28T01:00:00Z'],
    ['2026-03-29', 2, 'Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['2026-03-29', 7, 'Europe/Berlin', '2026-03-29T05:00:00Z'],
    ['2026-10-25', 2, 'Europe/Berlin', '2026-10-25T00:00:00Z'],
    ['2026-10-25', 7, 'Europe/Berlin', '2026-10-25T06:00:00Z'],
    ['2026-04-05', 2, 'Australia/Lord_Howe', '2026-04-04T15:30:00Z'],
    ['2026-10-04', 2, 'Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['2026-06-01', 7, 'Asia/Kathmandu', '2026-06-01T01:15:00Z'],
    ['2026-06-01', 0, 'Pacific/Kiritimati', '2026-05-31T10:00:00Z'],
    ['2026-06-01', 23, 'Pacific/Pago_Pago', '2026-06-02T10:00:00Z'],
  ] as const)
    assert.equal(instantOf(day, hour, zone), at(expected), `${day} ${hour} ${zone}`);
});

test('a digest comes once a day or a week, at its hour or the first after it', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/St_Johns',
  ];
  const timing = fc.record({
    every: fc.constantFrom('day' as const, 'week' as const),
    weekday: fc.integer({ min: 1, max: 7 }),
    hour: fc.integer({ min: 0, max: 23 }),
    zone: fc.constantFrom(...zones),
  });
  const instant = fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z') });
  fc.assert(
    fc.property(timing, instant, (given, after) => {
      const next = nextTime(given, after);
      const { day, hour } = localTime(next, given.zone);
      assert.ok(next > after);
      assert.ok(hour === given.hour || hour === given.hour + 1, `${hour} instead of ${given.hour}`);
      if (given.every === 'week') assert.equal(weekdayOf(day), given.weekday);
      const days = given.every === 'week' ? 7 : 1;
      assert.ok(next - after <= days * 24 * HOUR + HOUR);
      assert.notEqual(localTime(nextTime(given, next), given.zone).day, day);
    }),
    { numRuns: cases(100, 5000) },
  );
});

test('a time zone has a name', () => {
  for (const name of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires'])
    assert.ok(isTimeZone(name), name);
  for (const name of ['', 'Mars/Base', '+02:00', 'Europe/Berlin ']) assert.ok(!isTimeZone(name), name);
});
