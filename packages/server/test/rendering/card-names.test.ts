// Names that are too long for one line of a card.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTwoLines } from '../../src/rendering/cards/drawing/name.ts';

const upTo = (most: number) => (line: string) => [...line].length <= most;

test('two lines are as even as spaces allow, so that no word stands alone', () => {
  assert.deepEqual(inTwoLines('Wrenhollow and Old Saltquay Savings House', upTo(36)), [
    'Wrenhollow and Old',
    'Saltquay Savings House',
  ]);
});

test('a name that fits stays on one line', () => {
  assert.deepEqual(inTwoLines('Aldertarn Bills', upTo(36)), ['Aldertarn Bills']);
});

test('a word that is longer than a line is broken, and what is too long ends with an ellipsis', () => {
  assert.deepEqual(inTwoLines('abcdefghijkl', upTo(8)), ['abcdefgh', 'ijkl']);
  assert.deepEqual(inTwoLines('Northern Treasury Bill Reserve', upTo(10)), ['Northern', 'Treasury…']);
});
