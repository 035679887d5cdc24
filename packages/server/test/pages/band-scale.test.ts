// The scale of a score is tinted by the bands of its framework, however many there are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandScale } from '../../src/rendering/pages/band-scale.ts';

const areasOf = (...given: Parameters<typeof bandScale>) =>
  [...bandScale(...given).text.matchAll(/class="area([^"]*)" x="(\d+)%" y="4" width="(\d+)%"/g)].map(
    ([, band, from, width]) => [band!.trim(), Number(from), Number(width)],
  );

test('each band has its part of the scale; without bands the scale is plain', () => {
  assert.deepEqual(areasOf(91_52), [
    ['band-high', 0, 40],
    ['band-elevated', 40, 20],
    ['band-medium', 60, 20],
    ['band-low', 80, 20],
  ]);
  const two = [
    { band: 'LOW', lower_bound: 55 },
    { band: 'HIGH', lower_bound: 0 },
  ];
  assert.deepEqual(areasOf(91_52, two), [
    ['band-high', 0, 55],
    ['band-low', 55, 45],
  ]);
  assert.deepEqual(areasOf(91_52, []), [['', 0, 100]]);
});

const labelsOf = (score: number, uncapped: number | null) =>
  [
    ...bandScale(score, undefined, { uncapped }).text.matchAll(
      /class="label" x="([\d.]+)%" y="12" text-anchor="(\w+)">([^<]+)/g,
    ),
  ].map(([, x, anchor, text]) => `${x} ${anchor}: ${text}`);

test('a held score has a hollow mark where it would be without hard rules, if the reader may know', () => {
  const { text } = bandScale(39_99, undefined, { uncapped: 48_52 });
  assert.match(text, /<rect x="39.99%" y="4" width="8.53%" height="12" fill="url\(#scale-hatch\)"\/>/);
  assert.match(text, /x="48.52%" overflow="visible"><rect class="hollow"/);
  assert.deepEqual(labelsOf(39_99, 48_52), [
    '39.99 end: 39.99 published',
    '48.52 start: 48.52 without hard rules',
  ]);
  assert.doesNotMatch(bandScale(39_99, undefined, { uncapped: null }).text, /without|hatch|hollow/);
  assert.deepEqual(labelsOf(39_99, null), ['39.99 end: 39.99 published']);
  assert.doesNotMatch(bandScale(39_99).text, /label|without|hatch|hollow/);
});

test('labels of the scale never run into each other or out of it', () => {
  assert.deepEqual(labelsOf(4_99, 12_34), ['12.34 start: 12.34 without hard rules']);
  assert.deepEqual(labelsOf(79_99, 81_00), ['81 end: 81.00 without hard rules']);
  assert.deepEqual(labelsOf(4_99, 95_00), ['4.99 start: 4.99 published', '95 end: 95.00 without hard rules']);
});
