// A memo that quotes published figures passes; the same with one altered digit is caught.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cases, seededNumbers } from '../../../../test/support/counts.ts';
import { isRight } from '../../src/site/verify/memo/check-memo.ts';
import { checkedIn, INDICATORS } from './memo-world.ts';
import { memoOf, withOneDigitAltered } from './memos.ts';

const findingsIn = async (memo: string) => (await checkedIn(memo))?.findings ?? [];
/** Names are the subject of forged-memos.test.ts. */
const outcomes = async (memo: string) =>
  (await findingsIn(memo))
    .filter(({ detail }) => detail !== 'name')
    .map(({ claimed, outcome }) => `${claimed}: ${outcome}`);

const COUNT = cases(20, 1000);

test(`${COUNT} memos that quote what was published pass, and each with one altered digit is caught`, async () => {
  const below = seededNumbers(18);
  for (let at = 0; at < COUNT; at += 1) {
    const memo = memoOf(INDICATORS, below);
    const findings = await findingsIn(memo.text);
    assert.ok(
      findings.length > 0 && findings.every(isRight),
      `${memo.text}\n${JSON.stringify(findings, null, 1)}`,
    );
    const altered = withOneDigitAltered(memo, below);
    assert.ok(
      (await findingsIn(altered)).some((finding) => !isRight(finding)),
      altered,
    );
  }
});

test('what stands in another sentence or row is not checked, and rounded figures are accepted', async () => {
  const [{ id, score }, { id: second }] = [INDICATORS[0]!, INDICATORS[1]!];
  assert.deepEqual(await outcomes(`The score is 12.34. See ${id}.`), ['no score or band: nothing beside']);
  assert.deepEqual(await outcomes(`${id} scores 91.5, or 92 rounded.`), ['91.5: rounded', '92: rounded']);
  assert.deepEqual(await outcomes(`${id} scores 91.`), ['91: differs']);
  assert.deepEqual(await outcomes(`${id} is high risk at ${score}.`), [
    `${score}: matches`,
    'high risk: differs',
  ]);
  assert.deepEqual(await outcomes(`${id} and ${second} score ${score} and 71.20.`), [
    `${score}: matches`,
    '71.20: matches',
  ]);
  assert.deepEqual(await outcomes(`${id} and ${second} score 71.20 and ${score}.`), [
    '71.20: differs',
    `${score}: differs`,
  ]);
  assert.deepEqual(await outcomes(`${id} scores ${score}, unlike ${second}.`), [
    `${score}: matches`,
    'no score or band: nothing beside',
  ]);
  assert.deepEqual(await outcomes(`${id.slice(0, -1)} scores ${score}.`), ['the id itself: no such id']);
  assert.deepEqual(await outcomes(`${id.toLowerCase()} (${id}) scores ${score}.`), [`${score}: matches`]);
  assert.deepEqual(await outcomes(''), []);
});
