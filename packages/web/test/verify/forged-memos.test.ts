// Memos that somebody made to look as if our scores said something else never pass, and honest ones do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMemo, verdictOn } from '../../src/site/verify/memo/check-memo.ts';
import { checkedIn, EARLIER, INDICATORS, TODAY, type WorldIndicator } from './memo-world.ts';

const [B, C, TOKYO, F, COBALTINE, G, E] = INDICATORS as [
  WorldIndicator,
  WorldIndicator,
  WorldIndicator,
  WorldIndicator,
  WorldIndicator,
  WorldIndicator,
  WorldIndicator,
];
const WITHDRAWN = { ...B, id: EARLIER.id, isCurrent: false, note: 'Withdrawn on 12 Nov 2026.' };

async function verdict(memo: string, also?: readonly WorldIndicator[]): Promise<string> {
  const checked = await checkedIn(memo, also);
  return checked === null ? 'no id' : verdictOn(checked);
}

/** Each with what is forged in it. */
const FORGED: Readonly<Record<string, string>> = {
  "another provider's id": `Gossamerle Yield scored 91.52, Low risk (${B.id}).`,
  "another provider's id, the name first in a table": `| Provider | Score | Band | Id |\n|---|---|---|---|\n| Gossamerle Yield | 91.52 | Low risk | ${B.id} |`,
  'the former name of another provider': `Threadneedle Income scored 91.52, Low risk (${B.id}).`,
  'the first word of the name of another provider': `Gossamerle scored 91.52, Low risk (${B.id}).`,
  'another provider in capitals': `GOSSAMERLE YIELD SCORED 91.52, LOW RISK (${B.id}).`,
  'another provider by its slug': `gossamerle-yield: Low risk · 91.52, ${B.id}`,
  'a name that is part of the name': `Cobaltine scores 71.20, Medium risk (${C.id}).`,
  'a name of which the name is part': `Cobaltine Trust scores 100.00, Low risk (${COBALTINE.id}).`,
  'a better band': `Cobaltine Trust is Low risk at 71.20 (${C.id}).`,
  'a better band without a score': `Cobaltine Trust is Low (${C.id}).`,
  'a better band in lower case without a score': `Cobaltine Trust remains low (${C.id}).`,
  'a better band in a table': `Cobaltine Trust\tLow\t${C.id}`,
  'the score of another day': `Brindlewick Vaults scores 89.97 (${B.id}).`,
  'transposed digits': `Brindlewick Vaults scores 95.12 (${B.id}).`,
  'a decimal comma': `Brindlewick Vaults scores 95,12 (${B.id}).`,
  'two names exchanged': `Cobaltine Trust (${B.id}) and Brindlewick Vaults (${C.id}) score 91.52 and 71.20.`,
  'two scores exchanged': `Brindlewick Vaults (${B.id}) and Cobaltine Trust (${C.id}) score 71.20 and 91.52.`,
  'two scores exchanged, hidden by a third figure': `Brindlewick Vaults 71.20 (${B.id}) and Cobaltine Trust 91.52 (${C.id}), with a target of 80.00.`,
  'the score of the other id in the sentence': `Cobaltine Trust (${C.id}), with 91.52, beats Brindlewick Vaults (${B.id}).`,
  'the same id for a second provider': `Brindlewick Vaults scores 91.52 (${B.id}), Gossamerle Yield 91.52 (${B.id}).`,
  'an older indicator that was better': `Brindlewick Vaults scored 89.97, Low risk (${EARLIER.id}).`,
  'a range that leaves the score out': `Brindlewick Vaults scores 95–99 (${B.id}).`,
  'a range of decimals that leaves the score out': `Brindlewick Vaults: 95.00 – 99.50, ${B.id}`,
  'an id broken over a line': `Gossamerle Yield scored 91.52 (${B.id.slice(0, 15)}\n${B.id.slice(15)}).`,
  'an id with one other character': `Brindlewick Vaults scored 91.52 (${B.id.slice(0, -1)}${B.id.endsWith('0') ? '1' : '0'}).`,
  'another day of scoring': `Brindlewick Vaults was scored on 5 August 2026 at 91.52 (${B.id}).`,
  'another day of publication, in digits': `Brindlewick Vaults, published 2026-08-05: 91.52, ${B.id}.`,
  'a day before the score was published': `As of 1 January 2026, Brindlewick Vaults scores 91.52 (${B.id}).`,
  'another day in a table': `Provider\tScore\tScored\tId\nBrindlewick Vaults\t91.52\t5 Aug 2026\t${B.id}`,
  'a name that nobody scored': `Acme Lending scored 91.52, Low risk (${B.id}).`,
  'a company with a longer name': `Brindlewick Vaults International scores 91.52, Low risk (${B.id}).`,
  'a company with a name in front': `We lend to New Brindlewick Vaults, which scores 91.52 (${B.id}).`,
  'a heading with another name': `Gossamerle Yield\n\nThe score is 91.52, Low risk (${B.id}).`,
  'another name in the sentence before': `We reviewed Gossamerle Yield. It scores 91.52, Low risk (${B.id}).`,
  'a card with another name': `Gossamerle Yield\nScore: 91.52\nBand: Low\nVerification id: ${B.id}`,
  'the figures in a sentence after the id': `Cobaltine Trust has an indicator (${C.id}). Its score is 95.00, Low risk.`,
  'letters of another alphabet in the band': `Cobaltine Trust is Lоw risk (${C.id}).`,
  'letters of another alphabet in the name': `Brindlеwick Vaults scores 91.52 (${C.id}).`,
  'an invisible character in the figure': `Cobaltine Trust scores 9\u200b1.52 (${C.id}).`,
  'wide digits': `Cobaltine Trust scores ９１．５２ (${C.id}).`,
  'a share instead of a score': `Brindlewick Vaults scores 99 % (${B.id}).`,
  'a Chinese name of another': `東京証券 scores 91.52 (${B.id}).`,
  'a name with accents of another': `ECLAIRAGE CREDIT scores 91.52 (${B.id}).`,
  'an indicator that is no id': `Brindlewick Vaults scores 91.52 (RF-12345-12345).`,
};

for (const [what, memo] of Object.entries(FORGED)) {
  test(`a memo does not pass with ${what}`, async () => {
    assert.notEqual(await verdict(memo), 'passed', memo);
  });
}

/** Beside the name: which of the forgeries are certain enough to be called different, not only unclear. */
test('a forged name, score, band or day is named as different', async () => {
  const certain = Object.keys(FORGED).filter(
    (what) =>
      !/nobody scored|longer name|in front|heading|sentence|alphabet|older|instead/.test(what) ||
      what.startsWith('the score of the other'),
  );
  const mild = [];
  for (const what of certain) if ((await verdict(FORGED[what]!)) !== 'failed') mild.push(what);
  assert.deepEqual(mild, ['the score of the other id in the sentence']);
});

test('the id of a withdrawn, corrected or stale indicator never passes silently', async () => {
  const memo = `Brindlewick Vaults scored 91.52 (${WITHDRAWN.id}).`;
  for (const note of ['Withdrawn on 12 Nov 2026.', 'Later corrected.', 'Stale since 12 Nov 2026.'])
    assert.equal(await verdict(memo, [{ ...WITHDRAWN, note }]), 'attention', note);
});

const GENUINE: readonly string[] = [
  `Brindlewick Vaults scored 91.52, Low risk (${B.id}).`,
  `brindlewick vaults scored 91.52 (${B.id}).`,
  `BRINDLEWICK VAULTS SCORED 91.52, LOW RISK (${B.id}).`,
  `Brindlewick scores 91.52 (${B.id}).`,
  `Brindlewick Vaults' score is 91,52 (${B.id}).`,
  `Brindlewick Vaults is Low (${B.id}).`,
  `Threadneedle Income, now Gossamerle Yield, scores 48.05 (${G.id}).`,
  `Gossamerle Yield is Elevated at 48.05 (${G.id}); the yield is 6.75 % on $1,204.50.`,
  `Cobaltine scores 100.00 (${COBALTINE.id}), Cobaltine Trust 71.20 (${C.id}).`,
  `Brindlewick Vaults (${B.id}) and Cobaltine Trust (${C.id}) score 91.52 and 71.20.`,
  `Brindlewick Vaults 91.52 (${B.id}) and Cobaltine Trust 71.20 (${C.id}).`,
  `Ferrocline Ltd. scores 60.00, Medium risk (${F.id}).`,
  `東京証券 scores 39.99, High risk (${TOKYO.id}).`,
  `Eclairage Credit scores 0.00 (${E.id}).`,
  `Brindlewick Vaults was scored on 14 November 2026 at 91.52 (${B.id}).`,
  `Brindlewick Vaults, published Nov 15, 2026: 91.52, ${B.id}.`,
  `As of 16 November 2026, Brindlewick Vaults scores 91.52 (${B.id}).`,
  `Brindlewick Vaults scores 90–95 (${B.id}).`,
  `Brindlewick Vaults scores between 91 and 92 (${B.id}).`,
  `Brindlewick Vaults scored 91.52 (${B.id.slice(0, 15)}\n${B.id.slice(15)}).`,
  `Brindlewick Vaults scored 91.52 (${B.id.slice(0, 12)}\n   ${B.id.slice(12)}).`,
  `Brindlewick Vaults scored 91.52 (${B.id.replaceAll('-', '‑')}).`,
  `Brindlewick Vaults\n\nThe score is 91.52, Low risk (${B.id}).`,
  `We reviewed Brindlewick Vaults. It scores 91.52, Low risk (${B.id}).`,
  `Brindlewick Vaults\nScore: 91.52\nBand: Low\nVerification id: ${B.id}`,
  `We lent 1,250,000 USD to Brindlewick Vaults Ltd, which scores 91.5 (${B.id}), up 1.55 in 90 days.`,
  `Provider\tScore\tBand\tScored\tNext review\tId\nBrindlewick Vaults\t91.52\tLow\t14 Nov 2026\t1 Feb 2027\t${B.id}`,
];

for (const memo of GENUINE) {
  test(`an honest memo passes: ${JSON.stringify(memo.slice(0, 60))}`, async () => {
    assert.equal(await verdict(memo), 'passed', JSON.stringify(await checkedIn(memo), null, 1));
  });
}

test('the result says what was not compared', async () => {
  const checked = await checkedIn(
    `Acme Lending and Brindlewick Vaults: 91.52, Low risk (${B.id}), yield 6.75 % on $1,204.50 until 3 May 2027. The peer has a score of 88.10.`,
  );
  const listed = Object.fromEntries(checked!.notChecked.map(({ what, texts }) => [what, texts.join(' ')]));
  assert.deepEqual(listed, {
    'Scores and bands in sentences without an id': '88.10',
    'Names that we do not know': 'Acme Lending',
    'Dates that may be about something else': '3 May 2027',
    Percentages: '6.75 %',
    Amounts: '$1,204.50',
  });
});

test('without the list of names, nothing passes', async () => {
  const checked = await checkMemo(`Brindlewick Vaults scored 91.52 (${B.id}).`, {
    indicators: async () => new Map([[B.id, B]]),
    providers: async () => null,
    today: TODAY,
  });
  assert.equal(verdictOn(checked!), 'attention');
});
