import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../src/ui/format.ts';

const NOW = Date.parse('2026-04-26T12:00:00Z');
const SECOND = 1000;

test('a time that comes within the minute is not said to be a minute away', () => {
  const said = [5, 59, 60, 119, 3600].map((seconds) => until(NOW + seconds * SECOND, NOW));
  assert.deepEqual(said, ['in less than 1 min', 'in less than 1 min', 'in 1 min', 'in 1 min', 'in 1 h']);
});

test('a time that has come is said as the place wants it', () => {
  assert.equal(until(NOW, NOW), 'ended');
  assert.equal(until(NOW - SECOND, NOW, 'now'), 'now');
});
