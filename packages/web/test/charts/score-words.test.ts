// What every page says about a score, a band, a type and a yield, and that it is drawn in one place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandChip } from '../../src/charts/bands.ts';
import { markupOf } from '../../src/charts/drawing.ts';
import { hardRules, heldInWords, scoreHeadline } from '../../src/charts/score-headline.ts';
import { typeName, typeTitle } from '../../src/charts/type-names.ts';
import { yieldAYear, yieldInWords } from '../../src/charts/yields.ts';

test('a chip has the glyph and the whole name of the band', () => {
  assert.match(
    markupOf(bandChip('ELEVATED')),
    /^<span class="chip band-elevated"><svg .*<\/svg>Elevated risk<\/span>$/,
  );
});

test('a headline has the figure, the band and what holds the score', () => {
  const markup = markupOf(scoreHeadline({ score: 3999, band: 'HIGH', notes: [heldInWords(3999, 2)!] }));
  const text = markup.replaceAll(/<[^>]*>/g, '');
  assert.equal(text, '39.99 High risk held at 39.99 by 2 hard rules');
  assert.equal(heldInWords(3999, 0), null);
  assert.equal(hardRules(1), '1 hard rule');
  assert.doesNotMatch(
    markupOf(scoreHeadline({ score: 9152, band: 'LOW', notes: [] })),
    /score-notes/,
    'without notes there is no place for them',
  );
});

test('types have one name, and one that is not known keeps its own', () => {
  assert.deepEqual(['btc', 'fiat', 'stablecoin', 'gold'].map(typeName), [
    'bitcoin',
    'fiat',
    'stablecoin',
    'gold',
  ]);
  assert.equal(typeTitle('btc'), 'Bitcoin');
});

test('a yield is a range, one figure, none or not evidenced', () => {
  assert.deepEqual(
    [yieldInWords(3.3, 3.55), yieldInWords('6.25', '6.25'), yieldInWords(-0.5, 1234.125)],
    ['3.30 – 3.55', '6.25', '−0.50 – 1,234.125'],
  );
  assert.deepEqual(
    [yieldAYear(3.3, 3.55), yieldAYear(0, 0), yieldAYear('0.00', '0.00'), yieldAYear(null, null)],
    ['3.30 – 3.55 % a year', 'none', 'none', 'no evidence'],
  );
});
