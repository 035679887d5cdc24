// The smallest single change that reaches the next band, and the smallest that loses this one; and hypothetical scores.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type NearestChange,
  nearestChanges,
  parseScaled,
  type Scored,
  score,
  whatIf,
} from '@rf-indicators/engine';
import fc from 'fast-check';
import {
  arbitraryEntries,
  arbitraryProvider,
  daysAfter,
  document,
  withGate,
  withInput,
} from './support/arbitrary-provider.ts';
import { cases, SEED } from './support/counts.ts';
import { framework, packaged, type SampleProvider, sampleProviders } from './support/framework.ts';
import { criterionById } from './support/property.ts';

const BANDS = document.bands.map(([name]) => name);

function scored(provider: SampleProvider): Scored {
  const outcome = score(framework, provider);
  assert.equal(outcome.status, 'SCORED');
  return outcome as Scored;
}

type Change = Pick<NearestChange, 'kind' | 'id' | 'to'>;

function changed(provider: SampleProvider, { kind, id, to }: Change): SampleProvider {
  if (kind === 'gate') return withGate(provider, id, to);
  return withInput(provider, id, { ...provider.inputs[id]!, value: to });
}

/** As a share of the scale of the input. */
function sizeOf(provider: SampleProvider, { kind, id, to }: Change): number {
  const share = (options: readonly string[], from: string) =>
    Math.abs(options.indexOf(to) - options.indexOf(from)) / (options.length - 1);
  if (kind === 'gate')
    return share(document.gates.find((gate) => gate.id === id)!.options, provider.gates[id]!.value);
  const { input } = criterionById.get(id)!;
  const from = provider.inputs[id]!.value;
  if (input.type === 'enum')
    return share(
      input.options.map(([option]) => option),
      from,
    );
  const amount = (text: string) => parseScaled(text, input.scale)!;
  const [first, last] = [input.breakpoints[0]![0], input.breakpoints.at(-1)![0]];
  return Math.abs(amount(to) - amount(from)) / (amount(last) - amount(first));
}

const DIRECTIONS = [
  {
    name: 'next_band',
    isWanted: (before: string, after: string) => BANDS.indexOf(after) < BANDS.indexOf(before),
  },
  {
    name: 'lower_band',
    isWanted: (before: string, after: string) => BANDS.indexOf(after) > BANDS.indexOf(before),
  },
] as const;

/** Single changes to other values: those drawn, every option of every gate, and one step towards the one found. */
function otherChanges(
  provider: SampleProvider,
  drawn: Record<string, { value: string }>,
  found: NearestChange | null,
): Change[] {
  const inputs = Object.keys(provider.inputs).map(
    (id): Change => ({ kind: 'criterion', id, to: drawn[id]!.value }),
  );
  const gates = document.gates.flatMap(({ id, options }) =>
    options.map((to): Change => ({ kind: 'gate', id, to })),
  );
  return [...inputs, ...gates, ...(found === null ? [] : oneStepLess(found))];
}

function oneStepLess({ kind, id, from, to }: NearestChange): Change[] {
  const input = kind === 'criterion' ? criterionById.get(id)!.input : null;
  if (input?.type !== 'number') return [];
  const [start, end] = [parseScaled(from, input.scale)!, parseScaled(to, input.scale)!];
  const closer = end - Math.sign(end - start);
  return [{ kind, id, to: (closer / 10 ** input.scale).toFixed(input.scale) }];
}

for (const { name, isWanted } of DIRECTIONS) {
  test(`${name}: the change does what it says, and no smaller single change does it`, () => {
    let found = 0;
    fc.assert(
      fc.property(arbitraryProvider, arbitraryEntries, (provider, drawn) => {
        const before = scored(provider);
        const nearest = nearestChanges(before)[name];
        const smallest = nearest === null ? Number.POSITIVE_INFINITY : sizeOf(provider, nearest);
        if (nearest !== null) {
          found += 1;
          const { result } = scored(changed(provider, nearest));
          assert.deepEqual([result.final_score, result.band], [nearest.final_score, nearest.band]);
          assert.ok(isWanted(before.result.band, result.band), `${before.result.band} to ${result.band}`);
        }
        for (const other of otherChanges(provider, drawn, nearest)) {
          if (!isWanted(before.result.band, scored(changed(provider, other)).result.band)) continue;
          // Both are divisions of the same integers, so equal shares are equal numbers.
          assert.ok(sizeOf(provider, other) >= smallest, `${other.id} ${other.to} is a smaller change`);
        }
      }),
      { seed: SEED, numRuns: cases(25, 3000) },
    );
    assert.ok(found > 0);
  });
}

test('the same inputs give the same changes, and the riskiest and the safest band have one direction', () => {
  for (const provider of sampleProviders()) {
    const outcome = score(framework, provider);
    if (outcome.status !== 'SCORED') continue;
    const nearest = nearestChanges(outcome);
    assert.deepEqual(nearestChanges(scored(provider)), nearest);
    if (outcome.result.band === BANDS[0]) assert.equal(nearest.next_band, null);
    if (outcome.result.band === BANDS.at(-1)) assert.equal(nearest.lower_band, null);
  }
});

test('a hypothetical score is the score of the changed inputs', () => {
  fc.assert(
    fc.property(arbitraryProvider, arbitraryEntries, fc.nat(), (provider, drawn, salt) => {
      const { criteria } = document;
      const { id, max_age_days } = criteria[salt % criteria.length]!;
      const { value } = drawn[id]!;
      const entry = provider.inputs[id];
      const isFresh =
        entry !== undefined && daysAfter(entry.evidence_date, max_age_days) >= provider.scoring_date;
      const expected = withInput(provider, id, {
        value,
        grade: entry?.grade ?? 'A',
        evidence_date: isFresh ? entry.evidence_date : provider.scoring_date,
      });
      const changes = [{ kind: 'criterion', id, value }] as const;
      const hypothetical = whatIf(framework, packaged(provider), changes);
      assert.deepEqual(hypothetical.result, score(framework, expected).result);
      assert.deepEqual(whatIf(framework, packaged(provider), []).result, score(framework, provider).result);
    }),
    { seed: SEED, numRuns: cases(40, 3000) },
  );
});

test('a value that the framework does not have is refused with its place', () => {
  const [provider] = sampleProviders();
  const { id } = document.gates[0]!;
  const { status, result } = whatIf(framework, packaged(provider!), [{ kind: 'gate', id, value: 'maybe' }]);
  assert.equal(status, 'INVALID');
  assert.ok('errors' in result && result.errors[0]!.pointer === `/gates/${id}/value`);
});
