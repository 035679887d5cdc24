import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instant, instantOrNull, offsetInstant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import {
  decimal,
  decimalOrNull,
  hundredths,
  hundredthsOrNull,
} from '@rf-indicators/core/desk/snapshots/wire-numbers';

test('hundredths are JSON numbers with exactly two decimals', () => {
  const written = (value: number) => JSON.stringify({ score: hundredths(value) });
  assert.equal(written(7120), '{"score":71.20}');
  assert.equal(written(10_000), '{"score":100.00}');
  assert.equal(written(0), '{"score":0.00}');
  assert.equal(written(-0), '{"score":0.00}');
  assert.equal(written(-290), '{"score":-2.90}');
  assert.equal(written(-5), '{"score":-0.05}');
  assert.equal(written(1_234_567), '{"score":12345.67}');
});

test('every score between 0 and 100 reads back as the number it was', () => {
  for (let value = -10_000; value <= 10_000; value += 1) {
    const text = JSON.stringify(hundredths(value));
    assert.match(text, /^-?\d+\.\d\d$/);
    assert.equal(Math.round(JSON.parse(text) * 100), value);
  }
});

test('what is no whole number of hundredths is refused', () => {
  for (const value of [71.2, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '7120' as unknown as number]) {
    assert.throws(() => hundredths(value), RangeError);
  }
});

test('a decimal keeps its digits', () => {
  for (const text of ['4.50', '0', '0.00', '-0.25', '12', '100000000000000000000.10']) {
    assert.equal(JSON.stringify([decimal(text)]), `[${text}]`);
  }
});

test('what is no decimal is refused, though JSON.rawJSON would let some of it through', () => {
  const others = [
    '',
    ' ',
    '1 ',
    ' 1',
    '01',
    '.5',
    '1.',
    '+1',
    '1,5',
    '1e3',
    '0x10',
    'NaN',
    '-',
    '--1',
    '1\n',
  ];
  for (const text of [...others, 'true', 'null', '"1"', '1}', '[1]', '١']) {
    assert.throws(() => decimal(text), RangeError, JSON.stringify(text));
  }
});

test('null stays null', () => {
  assert.equal(
    JSON.stringify([hundredthsOrNull(null), hundredthsOrNull(5), decimalOrNull(null), decimalOrNull('5.0')]),
    '[null,0.05,null,5.0]',
  );
  assert.deepEqual([instantOrNull(null), instantOrNull(0)], [null, '1970-01-01T00:00:00Z']);
});

test('instants are UTC, with milliseconds only where there are any', () => {
  const noon = Date.parse('2026-04-26T12:00:00Z');
  assert.equal(instant(noon), '2026-04-26T12:00:00Z');
  assert.equal(instant(noon + 1), '2026-04-26T12:00:00.001Z');
  assert.equal(instant(noon + 500), '2026-04-26T12:00:00.500Z');
  assert.equal(offsetInstant(noon), '2026-04-26T12:00:00+00:00');
  assert.equal(offsetInstant(noon + 250), '2026-04-26T12:00:00.250+00:00');
  assert.equal(Date.parse(offsetInstant(noon + 250)), noon + 250);
  assert.throws(() => instant(Number.NaN), RangeError);
});
