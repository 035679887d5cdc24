// Properties P7 to P10 of the framework, tested with random providers: everything adds up to the last hundredth,
// and a second implementation, written from the text of the framework, gives the same bytes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  allProfiles,
  arbitraryEntries,
  arbitraryProvider,
  arbitraryProviderOrGated,
  bestProvider,
  datedEntry,
  document,
  shuffledMembers,
  withAllDecimals,
  withInput,
  withoutTrailingZeros,
} from './support/arbitrary-provider.ts';
import { compare, decimal, roundDown, show } from './support/fraction.ts';
import { sampleProviders, sampleResultLines } from './support/framework.ts';
import { applies } from './support/oracle/criteria.ts';
import { bandOf, oracle } from './support/oracle.ts';
import {
  bytes,
  criterionById,
  hundredths,
  oracleScored,
  property,
  scored,
  total,
} from './support/property.ts';

// ---- P7 ----

property('P7 additivity: ceiling, floor and cap impacts add up to the last hundredth', () =>
  fc.property(arbitraryProvider, (provider) => {
    const { decision, final_score, uncapped_score } = scored(provider);
    const ceiling = total(decision.ceiling_factors.map((row) => row.point_impact));
    const floor = total(decision.floor_factors.map((row) => row.point_impact));
    const caps = total(decision.hard_caps_fired.map((row) => row.point_impact));
    assert.equal(ceiling, hundredths(uncapped_score) - 10_000);
    assert.equal(floor, hundredths(uncapped_score));
    assert.equal(10_000 + ceiling + caps, hundredths(final_score));
  }),
);

property(
  'P7 additivity: shortfall + contribution = weight, none negative, each within 0.01 of its exact value',
  () =>
    fc.property(arbitraryProvider, (provider) => {
      const { criteria, uncapped_score } = scored(provider);
      for (const row of criteria) {
        const [weight, points] = [hundredths(row.weight), hundredths(row.points)];
        const [shortfall, contribution] = [hundredths(row.shortfall), hundredths(row.contribution)];
        assert.equal(shortfall + contribution, weight, row.id);
        assert.ok(shortfall >= 0 && contribution >= 0, row.id);
        // Both sides are multiplied by 10000 to keep the exact value an integer.
        assert.ok(Math.abs(shortfall * 10_000 - weight * (10_000 - points)) < 10_000, row.id);
      }
      assert.equal(total(criteria.map((row) => row.shortfall)), 10_000 - hundredths(uncapped_score));
    }),
);

// ---- P8 ----

test('P8 weights: they add up to 100.00 and to each module, for all 96 combinations of type and flags', () => {
  const profiles = allProfiles();
  assert.equal(profiles.length, 96);
  for (const profile of profiles) {
    const { criteria, modules } = scored(bestProvider(profile));
    const expected = document.criteria.filter((one) => applies(one, profile.plannerType, profile.flags));
    assert.deepEqual(
      criteria.map(({ id }) => id),
      expected.map(({ id }) => id),
    );
    assert.equal(total(criteria.map((row) => row.weight)), 10_000);
    for (const [i, { id, weight }] of document.modules.entries()) {
      const members = criteria.filter((row) => criterionById.get(row.id)!.module === id);
      assert.ok(members.length > 0, `${id} is empty`);
      assert.equal(total(members.map((row) => row.weight)), weight * 100);
      assert.equal(hundredths(modules[i]!.weight), weight * 100);
    }
  }
});

property('P8 weights: an input that does not apply changes no byte of the result', () =>
  fc.property(arbitraryProvider, arbitraryEntries, (provider, other) => {
    const without = { ...provider, inputs: { ...provider.inputs } };
    let changed = provider;
    for (const criterion of document.criteria) {
      if (applies(criterion, provider.planner_type, provider.flags)) continue;
      delete without.inputs[criterion.id];
      changed = withInput(changed, criterion.id, datedEntry(provider, other[criterion.id]!));
    }
    const expected = bytes(provider);
    assert.equal(bytes(without), expected);
    assert.equal(bytes(changed), expected);
  }),
);

// ---- P9 ----

property('P9 bands and caps: uncapped is the exact sum rounded down, and both have the same band', () =>
  fc.property(arbitraryProvider, (provider) => {
    const { band, final_score, uncapped_score } = scored(provider);
    const { exactScore, caps } = oracleScored(provider);
    assert.equal(uncapped_score, show(roundDown(exactScore, 2), 2));
    assert.equal(bandOf(document, exactScore), bandOf(document, decimal(uncapped_score)));
    const exactFinal = [...caps.values()].reduce(
      (low, cap) => (compare(cap, low) < 0 ? cap : low),
      exactScore,
    );
    assert.equal(final_score, show(roundDown(exactFinal, 2), 2));
    assert.equal(band, document.bands[bandOf(document, exactFinal)]![0]);
  }),
);

property(
  'P9 bands and caps: final is the smallest of uncapped and caps; binding and next band as defined',
  () =>
    fc.property(arbitraryProvider, (provider) => {
      const { band, decision, final_score, uncapped_score } = scored(provider);
      const [final, uncapped] = [hundredths(final_score), hundredths(uncapped_score)];
      const caps = decision.hard_caps_fired;
      assert.equal(final, Math.min(uncapped, ...caps.map(({ cap }) => hundredths(cap))));

      const place = document.bands.findIndex(([, bound]) => hundredths(bound) <= final);
      const next = document.bands[place - 1];
      assert.equal(band, document.bands[place]![0]);
      assert.equal(decision.next_band, next?.[0] ?? null);
      if (next === undefined) assert.equal(decision.points_to_next_band, null);
      else {
        const needed = Math.max(0, hundredths(next[1]) - uncapped);
        assert.equal(hundredths(decision.points_to_next_band!), needed);
      }

      const firstBinding = caps.find(({ binding }) => binding);
      for (const row of caps) {
        const cap = hundredths(row.cap);
        assert.equal(row.binding, cap === final && final < uncapped, row.rule_id);
        assert.equal(row.blocks_next_band, next !== undefined && cap < hundredths(next[1]), row.rule_id);
        assert.equal(hundredths(row.point_impact), row === firstBinding ? final - uncapped : 0, row.rule_id);
      }
      assert.equal(final < uncapped, firstBinding !== undefined);
    }),
);

// ---- P10 ----

property('P10 determinism: member order, trailing zeros and repeated scoring change no byte', () =>
  fc.property(arbitraryProviderOrGated, fc.nat(), (provider, salt) => {
    const expected = bytes(provider);
    assert.equal(bytes(provider), expected);
    assert.equal(bytes(shuffledMembers(provider, salt)), expected);
    assert.equal(bytes(withAllDecimals(provider)), expected);
    assert.equal(bytes(withoutTrailingZeros(provider)), expected);
  }),
);

property('P10 determinism: the engine and the oracle agree on every byte', () =>
  fc.property(arbitraryProviderOrGated, (provider) => {
    assert.equal(bytes(provider), oracle(document, provider).text);
  }),
);

test('samples: the engine and the oracle give the published bytes', () => {
  const providers = sampleProviders();
  const lines = sampleResultLines();
  assert.deepEqual(providers.map(bytes), lines);
  assert.deepEqual(
    providers.map((provider) => oracle(document, provider).text),
    lines,
  );
});
