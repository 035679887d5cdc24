import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicReason } from '../../src/log/public-reason.ts';

const MASKED: [stored: string, shown: string][] = [
  ['Hard rule HR04 fired.', 'A cap was applied.'],
  ['Hard rule HR04 cleared.', 'A cap was lifted.'],
  ['A hard rule moved.', 'A cap changed.'],
  ['New facts in Liquidity; hard rule HR04 fired.', 'New facts in Liquidity; a cap was applied.'],
  ['Older evidence in Reserves; a hard rule moved.', 'Older evidence in Reserves; a cap changed.'],
  [
    'New facts in Liquidity, Reserves; hard rule HR01 fired, hard rule HR04 fired.',
    'New facts in Liquidity, Reserves; a cap was applied.',
  ],
  [
    'Changed structure; hard rule HR04 fired, hard rule HR05 cleared, hard rule HR06 cleared.',
    'Changed structure; a cap was applied, a cap was lifted.',
  ],
  ['Correction: hard rule HR04 fired by mistake.', 'Correction: a cap was applied by mistake.'],
];

test('the hard rules in old reasons are masked, with one phrase for each thing that happened', () => {
  for (const [stored, shown] of MASKED) assert.equal(publicReason(stored), shown);
});

test('other reasons, and masked ones, stay as they are', () => {
  for (const reason of [
    ...MASKED.map(([, shown]) => shown),
    'First indicator of this provider.',
    'Correction: the hard copy was misread.',
  ]) {
    assert.equal(publicReason(reason), reason);
  }
});
