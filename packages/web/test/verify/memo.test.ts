// A memo that quotes published figures passes; the same with one altered digit is caught.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verificationId } from '@rf-indicators/engine';
import { cases, seededNumbers } from '../../../../test/support/counts.ts';
import { mentionsIn } from '../../src/site/verify/memo/claims.ts';
import { compare, type Finding, type Known } from '../../src/site/verify/memo/compare.ts';
import { type Indicator, memoOf, withOneDigitAltered } from './memos.ts';

const BANDS = ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH'];
const SCORES = ['91.52', '100.00', '0.00', '39.99', '71.20', '60.00', '8.05'];
const INDICATORS: readonly Indicator[] = SCORES.map((score, at) => ({
  id: verificationId(String(at + 1).repeat(64)),
  name: ['Brindlewick Vaults', 'Cobaltine Trust 2', '東京証券', 'Ferrocline Ltd.'][at % 4]!,
  score,
  band: BANDS[at % 4]!,
}));
const KNOWN = new Map<string, Known>(
  INDICATORS.map(({ id, name, score, band }) => [id, { kind: 'published', name, score, band, note: null }]),
);

/** As the page does it: an id that nobody asked about is one that there is not. */
function findingsIn(memo: string): Finding[] {
  const mentions = mentionsIn(memo);
  const ids = mentions.flatMap((mention) => mention.ids);
  return compare(
    mentions,
    new Map<string, Known>(ids.map((id) => [id, KNOWN.get(id) ?? { kind: 'unknown' }])),
  );
}

const isRight = ({ outcome }: Finding) => outcome === 'matches' || outcome === 'rounded';
const outcomes = (memo: string) => findingsIn(memo).map(({ claimed, outcome }) => `${claimed}: ${outcome}`);

const COUNT = cases(20, 1000);

test(`${COUNT} memos that quote what was published pass, and each with one altered digit is caught`, () => {
  const below = seededNumbers(18);
  for (let at = 0; at < COUNT; at += 1) {
    const memo = memoOf(INDICATORS, below);
    const findings = findingsIn(memo.text);
    assert.ok(
      findings.length > 0 && findings.every(isRight),
      `${memo.text}\n${JSON.stringify(findings, null, 1)}`,
    );
    const altered = withOneDigitAltered(memo, below);
    assert.ok(
      findingsIn(altered).some((finding) => !isRight(finding)),
      altered,
    );
  }
});

test('what stands in another sentence or row is not checked, and rounded figures are accepted', () => {
  const [{ id, score }, { id: second }] = INDICATORS as [Indicator, Indicator];
  assert.deepEqual(outcomes(`The score is 12.34. See ${id}.`), ['no score or band: matches']);
  assert.deepEqual(outcomes(`${id} scores 91.5, or 92 rounded.`), ['91.5: rounded', '92: rounded']);
  assert.deepEqual(outcomes(`${id} scores 91.`), ['91: differs']);
  assert.deepEqual(outcomes(`${id} is high risk at ${score}.`), [`${score}: matches`, 'high risk: differs']);
  assert.deepEqual(outcomes(`${id} and ${second} score ${score} and 100.00.`), [
    `${score}: matches`,
    '100.00: matches',
  ]);
  assert.deepEqual(outcomes(`${id} and ${second} score 100.00 and ${score}.`), [
    '100.00: differs',
    `${score}: differs`,
  ]);
  assert.deepEqual(outcomes(`${id} scores ${score}, unlike ${second}.`), [
    `${score}: matches`,
    'no score or band: matches',
  ]);
  assert.deepEqual(outcomes(`${id.slice(0, -1)} scores ${score}.`), ['the id itself: no such id']);
  assert.deepEqual(outcomes(`${id.toLowerCase()} (${id}) scores ${score}.`), [`${score}: matches`]);
  assert.deepEqual(outcomes(''), []);
});
