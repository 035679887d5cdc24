// The wording of commentary, reasons and details of caps, on the sample providers and on random ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capDetail, commentary, criterionReason, type Scored, score } from '@rf-indicators/engine';
import fc from 'fast-check';
import { dateText, dayNumber } from '../src/arithmetic/dates.ts';
import { arbitraryProvider, daysAfter, withGate } from './support/arbitrary-provider.ts';
import { cases, SEED } from './support/counts.ts';
import { framework, type SampleProvider, sampleProviders } from './support/framework.ts';

function scored(provider: unknown): Scored {
  const outcome = score(framework, provider);
  assert.equal(outcome.status, 'SCORED');
  return outcome as Scored;
}

function changed(index: number, change: (provider: SampleProvider) => void): Scored {
  const provider = sampleProviders()[index]!;
  change(provider);
  return scored(provider);
}

function capDetails({ trace }: Scored): string[] {
  return trace.fired.map((fired) => `${fired.rule.id} ${capDetail(trace, fired)}`);
}

function reasons({ trace }: Scored): Map<string, string> {
  return new Map(trace.assessments.map((one) => [one.criterion.id, criterionReason(one)]));
}

test('each criterion has one sentence that explains its points', () => {
  const found = reasons(scored(sampleProviders()[10]));
  assert.equal(
    found.get('reserve_coverage'),
    'At 100.00 percent, it earns 70.00 of 100.00 points, reduced to 46.66 because the evidence is dated 2026-01-31 and counted in full only until 2026-03-17.',
  );
  assert.equal(found.get('yield_source'), 'Assessed as mixed disclosed, it earns 50.00 of 100.00 points.');
  assert.equal(
    found.get('control_report'),
    'Assessed as type 1 or ISO 27001, it earns 50.00 of 100.00 points.',
  );
  assert.equal(found.get('endogenous_share'), 'No current evidence is on file, so it earns no points.');
  assert.equal(
    found.get('related_party_share'),
    'The evidence is dated 2025-02-15 and stopped counting on 2026-03-22, so it earns no points.',
  );
});

test('numbers and units agree', () => {
  const reason = (value: string) =>
    reasons(
      changed(0, ({ inputs }) => {
        inputs.redemption_days!.value = value;
      }),
    ).get('redemption_days');
  assert.match(reason('1')!, /^At 1 day, it earns /);
  assert.match(reason('0')!, /^At 0 days, it earns /);
  assert.match(reason('21')!, /^At 21 days, it earns /);
});

test('the dates in a reason are the last day in full and the first day without points', () => {
  const provider = sampleProviders()[0]!;
  const { evidence_date } = provider.inputs.reserve_coverage!;
  const at = (date: string) =>
    reasons(
      scored({
        ...provider,
        scoring_date: date,
        gates: renewed(provider.gates, date),
        inputs: {
          ...renewed(provider.inputs, date),
          reserve_coverage: provider.inputs.reserve_coverage!,
        },
      }),
    ).get('reserve_coverage')!;
  const lastFull = daysAfter(evidence_date, 45);
  const firstWithout = daysAfter(evidence_date, 90);
  assert.match(at(lastFull), /points\.$/);
  assert.match(at(daysAfter(lastFull, 1)), new RegExp(`counted in full only until ${lastFull}\\.$`));
  assert.match(at(daysAfter(firstWithout, -1)), /reduced to/);
  assert.match(
    at(firstWithout),
    new RegExp(`stopped counting on ${firstWithout}, so it earns no points\\.$`),
  );
});

function renewed(entries: SampleProvider['inputs'], date: string): SampleProvider['inputs'] {
  return Object.fromEntries(
    Object.entries(entries).map(([id, entry]) => [id, { ...entry, evidence_date: date }]),
  );
}

test('each fired hard rule says why it fired and whether it limits the score', () => {
  assert.deepEqual(capDetails(scored(sampleProviders()[10])), [
    'HR10 Largest counterparty share is 62.00 percent, which allows a score of at most 59.99.',
    'HR12 Evidence quality (confidence) is 0.53, below 0.70, which allows a score of at most 79.99.',
  ]);
  assert.equal(
    capDetails(scored(sampleProviders()[3]))[0],
    'HR01 Insolvency status is insolvent, which limits the score to 4.99.',
  );
});

test('missing and lapsed evidence is called that, and not a fact about the provider', () => {
  const missing = changed(0, ({ inputs }) => {
    delete inputs.yield_source;
    inputs.assurance_level!.evidence_date = '2023-01-31';
  });
  assert.equal(
    capDetails(missing).at(-1),
    'HR12 There is no current evidence for Source of the yield and Independent assurance, which limits the score to 59.99.',
  );
  assert.match(
    commentary(missing),
    /lost on Unencumbered high-quality share of backing \(-4\.64\), and because there is no current evidence for Independent assurance \(-4\.50\) and Source of the yield \(-4\.25\)\./,
  );

  const lapsed = changed(0, ({ inputs }) => {
    Object.assign(inputs.reserve_coverage!, { value: '85.00', evidence_date: '2025-12-12' });
  });
  assert.equal(
    capDetails(lapsed)[0],
    'HR04 The last evidence for Backing coverage of claims, dated 2025-12-12 and no longer current, says 85.00 percent, which limits the score to 19.99.',
  );
});

test('a module without any current evidence is not called weak', () => {
  const { criteria, modules } = framework;
  const bare = changed(0, ({ inputs }) => {
    for (const { id, module } of criteria) {
      if (modules[module]!.id === 'capital') delete inputs[id];
    }
  });
  const text = commentary(bare);
  assert.match(text, /There is no current evidence for any criterion of the module Solvency and leverage\./);
  assert.doesNotMatch(text, /weakest is Solvency and leverage/);
});

test('the commentary consists of plain sentences with the numbers of the result', () => {
  assert.equal(
    commentary(scored(sampleProviders()[6])),
    'The score is 39.99 of 100.00, where higher is safer, in the risk band HIGH. ' +
      'Backing in own or affiliate paper is 22.00 percent, which limits the score to 39.99. ' +
      'Leverage multiple is 3.25 times, which limits the score to 39.99. ' +
      'Without hard rules, the score would be 48.52. ' +
      'The strongest module is Liquidity and redemption (77.89), and the weakest is Solvency and leverage (4.50). ' +
      'Before caps, most points are lost on Unencumbered high-quality share of backing (-6.91), Backing in own or affiliate paper (-4.29) and Legal protection of holder assets (-4.20). ' +
      'Evidence quality (confidence) is 0.75 of 1.00, and current evidence covers 91 percent of the weight. ' +
      'Of 30 criteria, 3 have no evidence on file. ' +
      'To reach the next band, ELEVATED, hard rules HR05 and HR09 must no longer apply.',
  );
});

test('the commentary on an insolvent provider names the event and its evidence, and nothing else', () => {
  assert.equal(
    commentary(scored(sampleProviders()[3])),
    'The score is 4.99 of 100.00, where higher is safer, in the risk band HIGH. ' +
      'Insolvency status is insolvent, which limits the score to 4.99. The evidence is dated 2026-03-30. ' +
      'Withdrawal, redemption and payment status is suspended, which allows a score of at most 19.99. The evidence is dated 2026-03-31.',
  );
});

/** Any provider, and the same in insolvency. */
const arbitraryCase = fc
  .tuple(arbitraryProvider, fc.constantFrom(null, 'insolvent', 'distressed'))
  .map(([provider, insolvency]) =>
    insolvency === null ? provider : withGate(provider, 'insolvency_status', insolvency),
  );

function assertWellWorded(result: Scored): void {
  const texts = [
    commentary(result),
    ...reasons(result).values(),
    ...result.trace.fired.map((fired) => capDetail(result.trace, fired)),
  ];
  for (const text of texts) {
    assert.doesNotMatch(text, /(?<![\d.])1 (days|months|persons|criteria|have)\b/);
    assert.doesNotMatch(text, /\d (day|month|year)s? old/);
    assert.doesNotMatch(text, /undefined|null|NaN| {2}|_/);
    assert.match(text, /^[A-Z].*\.$/);
  }
}

function assertNoPraise(text: string): void {
  assert.doesNotMatch(text, /strongest|anchor|best|next band|without hard rules|costs? points/i);
}

test('no text has an age or numbers that disagree; none praises beside an insolvency or a suspension', () => {
  const samples = sampleProviders().flatMap((provider) => [
    provider,
    withGate(provider, 'insolvency_status', 'insolvent'),
  ]);
  const seen = { events: 0, others: 0 };
  const check = (provider: SampleProvider) => {
    const result = scored(provider);
    assertWellWorded(result);
    const events = result.trace.fired.filter(({ rule }) => ['HR01', 'HR02'].includes(rule.id));
    if (events.length === 0) seen.others += 1;
    else {
      seen.events += 1;
      assertNoPraise(commentary(result));
      for (const event of events) assert.ok(commentary(result).includes(capDetail(result.trace, event)));
    }
  };
  for (const provider of samples) check(provider);
  fc.assert(fc.property(arbitraryCase, check), { numRuns: cases(500, 10_000), seed: SEED });
  assert.ok(seen.events > 50 && seen.others > 50);
});

test('values without current evidence never appear as facts', () => {
  fc.assert(
    fc.property(arbitraryProvider, (provider) => {
      const result = scored(provider);
      const text = [commentary(result), ...capDetails(result)].join(' ');
      for (const { criterion, freshness } of result.trace.assessments) {
        if (freshness === 0) assert.ok(!text.includes(`${criterion.label} is `), criterion.id);
      }
    }),
    { numRuns: cases(150, 10_000), seed: SEED },
  );
});

test('every day number has the date that it was made from', () => {
  for (const date of ['0001-01-01', '1999-12-31', '2000-02-29', '2100-03-01', '2024-12-31', '9999-12-31']) {
    assert.equal(dateText(dayNumber(date) as number), date);
  }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_652_059 }), (day) => {
      assert.equal(dayNumber(dateText(day)), day);
    }),
    { numRuns: cases(500, 50_000), seed: SEED },
  );
});
