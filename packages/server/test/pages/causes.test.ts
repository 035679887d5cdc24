// What everybody may know about a score: two causes by name, other hard rules as a count, missing evidence as missing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HardCap, ScoreSnapshot } from '@rf-indicators/contract';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import { heldInWords } from '@rf-indicators/web/charts/score-headline';
import { blockedInWords, causesIn, causesInWords } from '../../src/rendering/pages/causes.ts';
import { usualRange } from '../../src/rendering/pages/provider/range.ts';

type Rule = [id: string, cap: number, binding?: boolean, blocks?: boolean];

function causes(rules: readonly Rule[], statuses: readonly string[] = ['scored']) {
  const hard_caps_fired = rules.map(
    ([rule_id, cap, binding = true, blocks_next_band = binding]): HardCap => ({
      ...{ rule_id, name: 'secret_name', cap, binding, blocks_next_band, point_impact: 0, detail: 'secret' },
    }),
  );
  return causesIn({
    rf_decision_object: { hard_caps_fired },
    criterion_scores: statuses.map((status) => ({ status })),
  } as unknown as ScoreSnapshot);
}

const words = (band: string, score: number, rules: readonly Rule[], statuses?: readonly string[]) =>
  causesInWords(band, score, causes(rules, statuses));

test('insolvency and access to funds are named, other rules are counted', () => {
  const cases: [string, string][] = [
    [
      words('HIGH', 499, [['HR01', 4.99]]),
      'High risk: the provider is insolvent. This holds the score at 4.99.',
    ],
    [
      words('HIGH', 1999, [
        ['HR02', 19.99],
        ['HR04', 19.99],
      ]),
      'High risk: withdrawals are suspended. This and 1 other hard rule hold the score at 19.99.',
    ],
    [
      words('HIGH', 499, [
        ['HR01', 4.99],
        ['HR02', 19.99, false],
      ]),
      'High risk: the provider is insolvent and withdrawals are suspended. This holds the score at 4.99.',
    ],
    [
      words('HIGH', 1999, [
        ['HR01', 39.99, false],
        ['HR03', 19.99],
      ]),
      'High risk: the provider is in financial distress. 1 hard rule holds the score at 19.99.',
    ],
    [
      words('HIGH', 3999, [
        ['HR05', 39.99],
        ['HR08', 39.99],
      ]),
      'High risk: 2 hard rules hold the score at 39.99, whatever its criteria add up to.',
    ],
    [words('MEDIUM', 7210, []), 'Medium risk: the criteria add up to 72.10 of 100.00.'],
    [
      words('ELEVATED', 4710, [], ['missing', 'expired']),
      'Elevated risk: the criteria add up to 47.10 of 100.00. Evidence is missing for some criteria, which then count as zero. Some evidence has expired and no longer counts.',
    ],
  ];
  for (const [found, expected] of cases) assert.equal(found, expected);
  for (const [found] of cases) assert.doesNotMatch(found, /\bor\b|HR\d|secret/, found);
});

test('a held score is said to be held, and a rule that is in the way is counted', () => {
  assert.equal(
    heldInWords(
      3999,
      causes([
        ['HR05', 39.99],
        ['HR08', 39.99],
      ]).holding,
    ),
    'held at 39.99 by 2 hard rules',
  );
  assert.equal(heldInWords(3999, causes([['HR05', 39.99, false]]).holding), null);
  assert.equal(
    blockedInWords('ELEVATED', causes([['HR05', 39.99, false, true]])),
    'kept out of Elevated risk by 1 hard rule',
  );
});

const DAY = 86_400_000;
const NOW = 1000 * DAY;
const step = (daysAgo: number, until: number | null, finalScore: number, riskBand = 'LOW'): Step => ({
  ...{ from: NOW - daysAgo * DAY, until: until === null ? null : NOW - until * DAY, finalScore, riskBand },
  ...{ kind: 'score_change', verificationId: String(daysAgo), staleReason: null },
});

test('a history begins with the shortest period in which something happened', () => {
  assert.equal(usualRange([step(500, null, 9000)], NOW), 'all', 'nothing ever happened');
  assert.equal(usualRange([step(20, null, 9000)], NOW), '90d', 'first scored 20 days ago');
  const drift = [90, 60, 30, 1].map((days, at) => step(days, [60, 30, 1, null][at]!, 9000 - at * 40));
  assert.equal(usualRange([step(500, 90, 9000), ...drift], NOW), '90d', 'little by little');
  assert.equal(usualRange([step(500, 30, 9000), step(30, null, 8800)], NOW), '90d');
  assert.equal(
    usualRange([step(500, 200, 9000), step(200, 30, 8000, 'MEDIUM'), step(30, null, 7990, 'MEDIUM')], NOW),
    '1y',
  );
  assert.equal(usualRange([step(800, 700, 9000), step(700, null, 3999, 'HIGH')], NOW), 'all');
  assert.equal(usualRange([step(800, 120, 9000)], NOW), '1y', 'withdrawn 120 days ago');
  const steady = [step(800, 300, 9000), step(300, null, 8990)];
  assert.equal(usualRange(steady, NOW), 'all', 'a small move is no story');
});
