// "What changed" tells one story a day, whatever entries that day has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import { changesSection } from '../../src/rendering/pages/provider/changes.ts';
import type { Change, KnownProvider } from '../../src/rendering/pages/provider/known.ts';

const at = (text: string) => Date.parse(`${text}Z`);

function entry(kind: Change['kind'], when: string, before: number | null, after: number | null): Change {
  return {
    ...{ kind, changed_at: at(when), previous_score: before, new_score: after },
    ...{ previous_band: 'LOW', new_band: after !== null && after < 8000 ? 'MEDIUM' : 'LOW' },
    ...{ reason: `reason of the ${kind}`, verification_id: `RF-${kind}`, id: `id-${kind}` },
  } as Change;
}

const step = (from: string, until: string | null, finalScore: number): Step => ({
  ...{ from: at(from), until: until === null ? null : at(until), finalScore },
  ...{
    riskBand: finalScore < 8000 ? 'MEDIUM' : 'LOW',
    kind: 'score_change',
    verificationId: 'RF-x',
    staleReason: null,
  },
});

const wordsOf = (provider: Partial<KnownProvider>) =>
  changesSection(provider as KnownProvider)
    .text.replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('a correction, its restatement and a publication on one day are one story, with the served scores and all proofs', () => {
  const text = changesSection({
    steps: [
      step('2026-07-01T06:00', '2026-07-22T06:00', 9100),
      step('2026-07-22T06:00', '2026-07-22T09:00', 8800),
      step('2026-07-22T09:00', null, 7700),
    ],
    // Newest first; the correction is of an older indicator, so its figures cross those of the others.
    changes: [
      entry('score_change', '2026-07-22T09:00', 8800, 7700),
      entry('correction', '2026-07-22T07:00', 9100, 6900),
      entry('band_change', '2026-07-22T06:00', 9100, 8800),
      entry('initial', '2026-07-01T06:00', null, 9100),
    ],
  } as unknown as KnownProvider).text;
  const words = text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  assert.equal(text.match(/<th scope="row">22 Jul 2026<\/th>/g)?.length, 1, 'the day stands once');
  assert.match(words, /22 Jul 2026 91\.00 to 77\.00 riskier/);
  assert.match(words, /Reason of the band_change\. Reason of the correction\. Reason of the score_change\./);
  assert.match(words, /3 entries/);
  for (const kind of ['score_change', 'correction', 'band_change'])
    assert.ok(text.includes(`/verify/RF-${kind}"`) && text.includes(`/changes/id-${kind}"`), kind);
});

test('small moves by age in a row stay one line, and single entries have no list behind them', () => {
  const words = wordsOf({
    steps: [step('2026-07-01T06:00', null, 9000)],
    changes: [
      entry('drift', '2026-07-22T06:00', 9020, 9000),
      entry('drift', '2026-07-15T06:00', 9040, 9020),
      entry('initial', '2026-07-01T06:00', null, 9040),
    ],
  });
  assert.match(
    words,
    /22 Jul 2026 90\.40 to 90\.00 riskier Evidence aged: 2 small moves since 15 Jul 2026\./,
  );
  assert.doesNotMatch(words, /entries/);
});
