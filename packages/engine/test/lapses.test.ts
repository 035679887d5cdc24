// When evidence lapses, against what scoring gives on the days around it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lapsesOf, outlook, score } from '@rf-indicators/engine';
import fc from 'fast-check';
import { arbitraryProvider, bestProvider, daysAfter, document } from './support/arbitrary-provider.ts';
import { cases, SEED } from './support/counts.ts';
import { framework, packaged, type SampleProvider } from './support/framework.ts';

/** The status of each criterion; null if there is no score. */
function statusesOn(provider: SampleProvider, scoring_date: string): string | null {
  const outcome = score(framework, { ...provider, scoring_date });
  if (outcome.status !== 'SCORED') return null;
  return outcome.result.criteria.map(({ status }) => status).join();
}

function lapsesAt(provider: SampleProvider) {
  const outcome = score(framework, provider);
  assert.ok(outcome.status === 'SCORED');
  return lapsesOf(outcome.trace);
}

test('until the next lapse every status stays, and then one is another', () => {
  fc.assert(
    fc.property(arbitraryProvider, (provider) => {
      const { next, gate } = lapsesAt(provider);
      const now = statusesOn(provider, provider.scoring_date);
      assert.ok(next! > provider.scoring_date);
      assert.equal(statusesOn(provider, daysAfter(next!, -1)), now);
      assert.notEqual(statusesOn(provider, next!), now);
      assert.notEqual(statusesOn(provider, daysAfter(gate!.lapses_on, -1)), null);
      assert.equal(statusesOn(provider, gate!.lapses_on), null);
    }),
    { seed: SEED, numRuns: cases(60, 2000) },
  );
});

test('the first gate is that of the outlook', () => {
  const provider = bestProvider({ plannerType: 'btc', flags: {} });
  const { first_lapse } = outlook(framework, packaged(provider), {
    from: provider.scoring_date,
    days: 180,
    staleDays: 14,
  });
  const { withdrawn_on: _, ...gate } = first_lapse!;
  const lapses = lapsesAt(provider);
  assert.deepEqual(lapses.gate, gate);
  assert.equal(gate.lapses_on, daysAfter(provider.scoring_date, 2 * document.gates[0]!.max_age_days));
});
