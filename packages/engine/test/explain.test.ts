import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Change,
  explainChange,
  loadMethodology,
  type Methodology,
  parseScaled,
  type Scored,
  score,
} from '@rf-indicators/engine';
import fc from 'fast-check';
import { arbitraryProvider, daysAfter } from './support/arbitrary-provider.ts';
import { cases, SEED } from './support/counts.ts';
import { framework, frameworkDocument, type SampleProvider, sampleProviders } from './support/framework.ts';

function scored(provider: unknown, methodology: Methodology = framework): Scored {
  const outcome = score(methodology, provider);
  assert.equal(outcome.status, 'SCORED');
  return outcome as Scored;
}

function hundredths(text: string): number {
  return text.startsWith('-') ? -parseScaled(text.slice(1), 2)! : parseScaled(text, 2)!;
}

function assertAddsUp(change: Change): void {
  const sum = change.parts.reduce((total, { points }) => total + hundredths(points), 0);
  assert.equal(sum, hundredths(change.delta));
  assert.equal(hundredths(change.new_score) - hundredths(change.previous_score), hundredths(change.delta));
}

/** A later version with nearly every kind of change. */
function laterFramework(): Methodology {
  const draft = frameworkDocument();
  draft.methodology_version = '2.0';
  draft.modules[0]!.weight = 15;
  draft.modules[7]!.weight = 10;
  const [coverage, quality] = draft.criteria;
  coverage!.id = 'backing_coverage';
  quality!.input = {
    type: 'number',
    scale: 0,
    breakpoints: [
      ['0', '0.00'],
      ['100', '100.00'],
    ],
  };
  draft.criteria[4]!.max_age_days = 14;
  draft.flags = ['bitcoin_backed', 'fixed_obligations', 'onchain', 'redeemable', 'lends'];
  draft.hard_rules = draft.hard_rules.slice(0, 2);
  draft.bands[0]![1] = '75.00';
  return loadMethodology(draft);
}

test('the parts of a change between any two results add up to it exactly', () => {
  fc.assert(
    fc.property(arbitraryProvider, arbitraryProvider, (before, after) => {
      assertAddsUp(explainChange(scored(before), scored(after)));
    }),
    { numRuns: cases(150, 10_000), seed: SEED },
  );
});

test('the parts add up across two framework versions, and the version change is the first part', () => {
  const later = laterFramework();
  fc.assert(
    fc.property(arbitraryProvider, arbitraryProvider, (before, after) => {
      const { reserve_coverage, reserve_quality: _, ...inputs } = after.inputs;
      const carried = { ...inputs, ...(reserve_coverage && { backing_coverage: reserve_coverage }) };
      const change = explainChange(scored(before), scored({ ...after, inputs: carried }, later));
      assertAddsUp(change);
      assert.equal(change.parts[0]?.kind, 'methodology');
      assert.deepEqual([change.parts[0]?.before, change.parts[0]?.after], ['1.0', '2.0']);
    }),
    { numRuns: cases(100, 3000), seed: SEED },
  );
});

test('the change between a result and itself has no parts', () => {
  const result = scored(sampleProviders()[0]);
  assert.deepEqual(explainChange(result, result).parts, []);
});

test('the passage of time shows as ageing, which never adds points, and as the resulting caps', () => {
  fc.assert(
    fc.property(arbitraryProvider, fc.integer({ min: 1, max: 6 }), (provider, days) => {
      const later = score(framework, { ...provider, scoring_date: daysAfter(provider.scoring_date, days) });
      if (later.status !== 'SCORED') return;
      for (const { kind, points } of explainChange(scored(provider), later).parts) {
        assert.ok(kind === 'ageing' || kind === 'caps', kind);
        assert.ok(kind === 'caps' || hundredths(points) < 0, points);
      }
    }),
    { numRuns: cases(100, 3000), seed: SEED },
  );
});

/** FX-11 has stale, expired and missing evidence, so every kind of step can be tested with it. */
function pennythrift(change: (provider: SampleProvider) => void): Change {
  const [before, after] = [sampleProviders()[10]!, sampleProviders()[10]!];
  change(after);
  return explainChange(scored(before), scored(after));
}

test('newer evidence for the same value shows as renewal', () => {
  const { parts } = pennythrift(({ inputs, scoring_date }) => {
    inputs.reserve_coverage!.evidence_date = scoring_date;
  });
  assert.deepEqual(parts, [
    {
      kind: 'renewal',
      criterion_id: 'reserve_coverage',
      module_id: 'reserves',
      before: '100.00 percent',
      after: '100.00 percent',
      points: '2.00',
    },
  ]);
});

test('a new value for stale evidence is shown separately from the new date', () => {
  const { parts } = pennythrift(({ inputs, scoring_date }) => {
    Object.assign(inputs.reserve_coverage!, { value: '105.00', evidence_date: scoring_date });
  });
  assert.deepEqual(
    parts.map(({ kind, points }) => `${kind} ${points}`),
    ['value 1.72', 'renewal 2.85'],
  );
});

test('a first disclosure and a withdrawn value show as value changes', () => {
  const disclosed = pennythrift(({ inputs, scoring_date }) => {
    inputs.endogenous_share = { value: '0.00', grade: 'A', evidence_date: scoring_date };
  });
  assert.deepEqual(
    disclosed.parts.map(({ kind, before, after, points }) => [kind, before, after, points]),
    [['value', null, '0.00 percent', '4.29']],
  );
  const lost = pennythrift(({ inputs }) => {
    delete inputs.yield_source;
  });
  assert.deepEqual(
    lost.parts.map(({ kind, before, after }) => [kind, before, after]),
    [
      ['value', 'mixed_disclosed', null],
      ['caps', 'HR10 59.99, HR12 79.99', 'HR10 59.99, HR12 59.99'],
    ],
  );
});

test('a cap that fires is the last part, with the rules before and after', () => {
  const { parts, delta } = pennythrift(({ gates }) => {
    gates.insolvency_status!.value = 'insolvent';
  });
  assert.deepEqual(parts.length, 1);
  assert.deepEqual(parts[0], {
    kind: 'caps',
    criterion_id: null,
    module_id: null,
    before: 'HR10 59.99, HR12 79.99',
    after: 'HR01 4.99, HR10 59.99, HR12 79.99',
    points: delta,
  });
});

test('a changed structure shows as one part before the criteria', () => {
  const { parts } = pennythrift(({ flags }) => {
    flags.lends = true;
  });
  assert.equal(parts[0]?.kind, 'structure');
  assert.deepEqual([parts[0]?.before, parts[0]?.after], ['fiat redeemable', 'fiat redeemable lends']);
});
