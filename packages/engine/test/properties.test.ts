// Properties P1 to P6 of the framework, tested with random providers: scores stay within bounds, and a safer input
// or better or newer evidence never lowers a score. scripts/mutations.ts shows that the properties detect engine bugs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  ageOf,
  allProfiles,
  arbitraryEntries,
  arbitraryProvider,
  bestProvider,
  compareSafety,
  datedEntry,
  daysAfter,
  document,
  withGate,
  withInput,
} from './support/arbitrary-provider.ts';
import { SEED } from './support/counts.ts';
import type { SampleEntry, SampleProvider } from './support/framework.ts';
import {
  assertNotBelow,
  assertNoWorse,
  criterionById,
  evidenced,
  firedRules,
  hundredths,
  property,
  scored,
} from './support/property.ts';

// ---- coverage of the random providers ----

test('random providers reach every band, status, fired rule and binding rule, so that no property passes for lack of cases', () => {
  const seen = new Set<string>();
  for (const provider of fc.sample(arbitraryProvider, { seed: SEED, numRuns: 1000 })) {
    const { band, criteria, decision } = scored(provider);
    seen.add(band);
    for (const { status } of criteria) seen.add(status);
    for (const { binding, rule_id } of decision.hard_caps_fired) {
      seen.add(rule_id);
      if (binding) seen.add(`${rule_id} binding`);
    }
  }
  const expected = [
    ...document.bands.map(([name]) => name),
    ...['scored', 'stale', 'expired', 'missing'],
    ...document.hard_rules.flatMap(({ id }) => [id, `${id} binding`]),
  ];
  assert.deepEqual([...seen].sort(), expected.sort());
});

// ---- P1 ----

property('P1 bounds: 0.00 <= final <= uncapped <= 100.00, confidence and coverage within 0.00 and 1.00', () =>
  fc.property(arbitraryProvider, (provider) => {
    const { final_score, uncapped_score, confidence, coverage, modules, criteria } = scored(provider);
    assertNotBelow(final_score, '0.00', 'final');
    assertNotBelow(uncapped_score, final_score, 'uncapped');
    assertNotBelow('100.00', uncapped_score, '100.00');
    const shares = [confidence, coverage];
    const points = [...modules.map((one) => one.score), ...criteria.map((one) => one.points)];
    for (const text of [...shares, ...points]) assertNotBelow(text, '0.00', 'share or points');
    for (const text of shares) assertNotBelow('1.00', text, '1.00');
    for (const text of points) assertNotBelow('100.00', text, '100.00');
  }),
);

test('P1 bounds: the best value of every input, fresh, grade A, gives 100.00 and 1.00 and no ceiling factor', () => {
  const unflagged = allProfiles().map((profile) => ({ ...profile, flags: {} }));
  for (const profile of [...allProfiles(), ...unflagged]) {
    const result = scored(bestProvider(profile));
    const { band, confidence, coverage, final_score, uncapped_score } = result;
    assert.deepEqual(
      { band, confidence, coverage, final_score, uncapped_score },
      {
        band: document.bands[0]![0],
        confidence: '1.00',
        coverage: '1.00',
        final_score: '100.00',
        uncapped_score: '100.00',
      },
    );
    assert.deepEqual(result.decision.ceiling_factors, []);
    assert.deepEqual(result.decision.hard_caps_fired, []);
  }
});

// ---- P2 to P6: a safer input or better or newer evidence never lowers a score ----

property(
  'P2 input monotonicity: a safer input never lowers uncapped or final and does not change confidence',
  () =>
    fc.property(arbitraryProvider, arbitraryEntries, (provider, other) => {
      const before = scored(provider);
      for (const id of evidenced(before)) {
        const { value } = other[id]!;
        const entry = provider.inputs[id]!;
        const after = scored(withInput(provider, id, { ...entry, value }));
        const isSafer = compareSafety(criterionById.get(id)!, value, entry.value) >= 0;
        const [safer, worse] = isSafer ? [after, before] : [before, after];
        assertNoWorse(safer, worse, `${id} ${entry.value} and ${value}`);
        assert.equal(safer.confidence, worse.confidence);
      }
    }),
);

property('P3 gate monotonicity: a better gate option never lowers final and does not change uncapped', () =>
  fc.property(arbitraryProvider, (provider) => {
    for (const { id, options } of document.gates) {
      const worstFirst = options.map((option) => scored(withGate(provider, id, option)));
      for (const [i, better] of worstFirst.slice(1).entries()) {
        const worse = worstFirst[i]!;
        assertNotBelow(better.final_score, worse.final_score, `${id} ${options[i + 1]}`);
        assert.equal(better.uncapped_score, worse.uncapped_score);
        assert.equal(better.confidence, worse.confidence);
      }
    }
  }),
);

/** Whether a rule reads the value of an input. Rules about missing evidence do not count. */
function ruleReads(ruleId: string, input: string): boolean {
  const rule = document.hard_rules.find(({ id }) => id === ruleId)!;
  return rule.tiers.some(([condition]) => 'input' in condition && condition.input === input);
}

property(
  'P4 disclosure: adding a missing input with fresh evidence lowers final only through a rule that it fires',
  () =>
    fc.property(arbitraryProvider, arbitraryEntries, (provider, other) => {
      const before = scored(provider);
      for (const { id, status } of before.criteria) {
        if (status !== 'missing') continue;
        const entry = datedEntry(provider, other[id]!, criterionById.get(id)!.max_age_days);
        const after = scored(withInput(provider, id, entry));
        assertNotBelow(after.uncapped_score, before.uncapped_score, `${id} uncapped`);
        assertNotBelow(after.confidence, before.confidence, `${id} confidence`);
        assertNotBelow(after.coverage, before.coverage, `${id} coverage`);
        if (hundredths(after.final_score) >= hundredths(before.final_score)) continue;
        const old = firedRules(before);
        const fresh = [...firedRules(after).keys()].filter((rule) => !old.has(rule));
        assert.ok(
          fresh.some((rule) => ruleReads(rule, id)),
          `${id} lowers final and fires no new rule`,
        );
      }
    }),
);

property('P5 evidence: a better grade never lowers uncapped, final or confidence', () =>
  fc.property(arbitraryProvider, arbitraryEntries, (provider, other) => {
    const before = scored(provider);
    for (const id of evidenced(before)) {
      const entry = provider.inputs[id]!;
      const { grade } = other[id]!;
      const after = scored(withInput(provider, id, { ...entry, grade }));
      const isBetter = document.grades[grade]! >= document.grades[entry.grade]!;
      const [better, worse] = isBetter ? [after, before] : [before, after];
      assertNoWorse(better, worse, `${id} ${entry.grade} and ${grade}`);
    }
  }),
);

property('P5 evidence: a later evidence date never lowers uncapped, final or confidence', () =>
  fc.property(arbitraryProvider, arbitraryEntries, (provider, other) => {
    const before = scored(provider);
    for (const id of evidenced(before)) {
      const entry = provider.inputs[id]!;
      const { gate, max_age_days } = criterionById.get(id)!;
      // With an expired gate there would be no score to compare.
      const oldest = gate === true ? 2 * max_age_days - 1 : Number.POSITIVE_INFINITY;
      const { evidence_date } = datedEntry(provider, other[id]!, oldest);
      const after = scored(withInput(provider, id, { ...entry, evidence_date }));
      const [later, earlier] = evidence_date >= entry.evidence_date ? [after, before] : [before, after];
      assertNoWorse(later, earlier, `${id} ${entry.evidence_date} and ${evidence_date}`);
    }
  }),
);

/**
 * The provider some days later with the same evidence. Only a gate that would expire, and so leave no score to
 * compare, is checked again with the same finding; its evidence is then exactly as old as before.
 */
function later(provider: SampleProvider, days: number): SampleProvider {
  const renewed = (entry: SampleEntry, limit: number): SampleEntry => {
    if (ageOf(provider, entry) + days < 2 * limit) return entry;
    return { ...entry, evidence_date: daysAfter(entry.evidence_date, days) };
  };
  const gates = { ...provider.gates };
  const inputs = { ...provider.inputs };
  for (const { id, max_age_days } of document.gates) gates[id] = renewed(gates[id]!, max_age_days);
  for (const { id, gate, max_age_days } of document.criteria) {
    if (gate === true) inputs[id] = renewed(inputs[id]!, max_age_days);
  }
  return { ...provider, scoring_date: daysAfter(provider.scoring_date, days), gates, inputs };
}

const someDays = fc.oneof(fc.integer({ min: 1, max: 13 }), fc.integer({ min: 1, max: 900 }));

property(
  'P6 time: with the same evidence a later scoring date never raises uncapped, final or confidence',
  () =>
    fc.property(arbitraryProvider, someDays, (provider, days) => {
      const before = scored(provider);
      const after = scored(later(provider, days));
      assertNoWorse(before, after, `${days} days later`);
      for (const [i, { id, points }] of before.criteria.entries()) {
        assertNotBelow(points, after.criteria[i]!.points, `${id} ${days} days later`);
      }
    }),
);

property('P6 time: one day lowers a criterion by at most 100.00 / max_age_days + 0.01', () =>
  fc.property(arbitraryProvider, (provider) => {
    const before = scored(provider);
    const after = scored(later(provider, 1));
    for (const [i, { id, points }] of before.criteria.entries()) {
      const limit = criterionById.get(id)!.max_age_days;
      const loss = hundredths(points) - hundredths(after.criteria[i]!.points);
      assert.ok(loss * limit <= 10_000 + limit, `${id} loses ${loss} hundredths in a day`);
    }
  }),
);

property('P6 time: a fired rule still fires later, with the same or a lower cap', () =>
  fc.property(arbitraryProvider, someDays, (provider, days) => {
    const after = firedRules(scored(later(provider, days)));
    for (const [rule, cap] of firedRules(scored(provider))) {
      assert.ok(
        (after.get(rule) ?? Number.POSITIVE_INFINITY) <= cap,
        `${rule} no longer caps as low after ${days} days`,
      );
    }
  }),
);
