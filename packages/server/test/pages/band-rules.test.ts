// What a band says, on the page of the methodology and in the guide: the rules that can hold a score in it, and no meaning
// that leaves the reader to guess.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { repository } from '../../../../test/support/repository.ts';
import { rulesByBand, rulesInWords } from '../../src/rendering/pages/methodology/band-rules.ts';

const BANDS = [
  { name: 'LOW', lower: 8000 },
  { name: 'MEDIUM', lower: 6000 },
  { name: 'HIGH', lower: 0 },
];

test('a rule stands at each band that one of its caps lies in, once for each cap', () => {
  const rules = [
    { id: 'HR01', caps: [499, 3999] },
    { id: 'HR12', caps: [5999, 7999, 7999] },
  ];
  const held = rulesByBand(BANDS, rules);
  const words = (band: string) => rulesInWords(held.get(band)!, (cap) => (cap / 100).toFixed(2));
  assert.equal(words('LOW'), 'none: every cap is lower');
  assert.equal(words('MEDIUM'), 'HR12 (79.99)');
  assert.equal(words('HIGH'), 'HR01 (4.99, 39.99), HR12 (59.99)');
});

test('the guide names the rules of each band', () => {
  const guide = readFileSync(path.join(repository, 'docs/use/methodology.md'), 'utf8');
  assert.match(guide, /\| \*\*MEDIUM\*\* \| 60\.00 \| 79\.99 \| HR12 \(79\.99\) \|/);
  assert.doesNotMatch(guide, /named weaknesses|outweigh the rest/);
});
