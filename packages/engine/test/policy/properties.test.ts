// What holds for every policy and every snapshot, also for one that the service would not send.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decide,
  POLICY_DECISIONS,
  type Policy,
  type PolicyDecision,
  type PolicySnapshot,
  policyFindings,
} from '@rf-indicators/engine';
import fc from 'fast-check';
import { cases, SEED } from '../support/counts.ts';
import {
  arbitraryExposure,
  arbitraryInstant,
  arbitraryPolicy,
  arbitraryRules,
  arbitrarySnapshot,
  without,
} from '../support/policies.ts';

const strictness = ({ decision }: PolicyDecision) => POLICY_DECISIONS.indexOf(decision);

function assertNotLooser(one: PolicyDecision, other: PolicyDecision): void {
  assert.ok(strictness(one) >= strictness(other), `${one.decision} is looser than ${other.decision}`);
}

interface Case {
  policy: Policy;
  snapshot: PolicySnapshot;
  when: Parameters<typeof decide>[2];
}

function arbitraryCase(canAskForMissing = true): fc.Arbitrary<Case> {
  return fc.record({
    policy: arbitraryPolicy(canAskForMissing),
    snapshot: arbitrarySnapshot,
    when: fc.record({ at: arbitraryInstant, exposure: arbitraryExposure }),
  });
}

const decideIn = ({ policy, snapshot, when }: Case) => decide(policy, snapshot, when);

function property<Ts extends [unknown, ...unknown[]]>(
  name: string,
  arbitraries: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> },
  check: (...given: Ts) => void,
  numRuns = cases(400, 20_000),
): void {
  test(name, () => fc.assert(fc.property(...arbitraries, check), { seed: SEED, numRuns }));
}

/** The rules that count for the exposure, replaced. */
function withRules(
  { policy, snapshot, when }: Case,
  change: (rules: Policy['rules']) => Policy['rules'],
): Case {
  const { existing, rules } = policy;
  if (when.exposure === 'new' || existing === undefined)
    return { policy: { ...policy, rules: change(rules) }, snapshot, when };
  return { policy: { ...policy, existing: { ...existing, rules: change(existing.rules) } }, snapshot, when };
}

test('random cases reach every decision, guard, truth, exception and day to cure, so that no property passes for lack of cases', () => {
  const seen = new Set<string>();
  for (const one of fc.sample(arbitraryCase(), { seed: SEED, numRuns: 800 })) {
    const { decision, decided_by, held } = decideIn(one);
    seen.add(`${decision} by ${decided_by?.startsWith('rf:') ? 'guard' : decided_by && 'rule'}`);
    for (const { rule, truth, counts_as, exception, cured_until } of held) {
      seen.add(rule.startsWith('rf:') ? `${rule} ${truth}` : `${truth} ${counts_as}`);
      if (exception !== undefined) seen.add('exception');
      if (cured_until !== undefined) seen.add('cured');
    }
  }
  const expected = [
    ...['ALLOW by null', 'BLOCK by guard', 'BLOCK by rule', 'REVIEW by guard', 'REVIEW by rule'],
    ...['true ALLOW', 'true BLOCK', 'true REVIEW', 'unknown BLOCK', 'exception', 'cured'],
    ...[
      'rf:framework true',
      'rf:never_scored true',
      'rf:not_verified true',
      'rf:scope true',
      'rf:scope unknown',
    ],
    ...['rf:stale true', 'rf:stale unknown', 'rf:unknown true', 'rf:withdrawn true', 'rf:withdrawn unknown'],
  ];
  assert.deepEqual([...seen].sort(), expected.sort());
});

property('adding a rule never loosens a decision', [arbitraryCase(), arbitraryRules('more')], (one, more) => {
  const after = decideIn(withRules(one, (rules) => [...rules, ...more]));
  assertNotLooser(after, decideIn(one));
});

property('the order of rules and of exceptions never changes the decision', [arbitraryCase()], (one) => {
  const turned = withRules(one, (rules) => rules.toReversed());
  const exceptions = one.policy.exceptions.toReversed();
  const { decision, saw } = decideIn({ ...turned, policy: { ...turned.policy, exceptions } });
  assert.deepEqual({ decision, saw }, { decision: decideIn(one).decision, saw: decideIn(one).saw });
});

property('an exception never lifts a guard, and neither does a rule', [arbitraryCase()], (one) => {
  const guards = ({ held }: PolicyDecision) => held.filter(({ rule }) => rule.startsWith('rf:'));
  const bare: Policy = { ...one.policy, rules: [], exceptions: [] };
  const alone = decideIn({ ...one, policy: { ...bare, existing: { rules: [], cure_days: 0 } } });
  assert.deepEqual(guards(decideIn(one)), guards(alone));
  assertNotLooser(decideIn(one), alone);
});

property('an exception never tightens a decision', [arbitraryCase()], (one) => {
  assertNotLooser(decideIn({ ...one, policy: { ...one.policy, exceptions: [] } }), decideIn(one));
});

const names = ['state', 'provider', 'verified_at', 'framework', 'product_type', 'band', 'score', 'modules'];
names.push('evidence_quality', 'caps', 'newest_evidence', 'oldest_evidence', 'stale', 'stale_from', 'yield');
names.push('withdrawn_from', 'under_review', 'corrections', 'history', 'in_books');

property(
  'a value that is not known never loosens a decision, unless a rule asks whether it is missing',
  [arbitraryCase(false), fc.subarray(names.slice(2), { minLength: 1 })],
  (one, gone) => {
    const after = decideIn({ ...one, snapshot: without(one.snapshot, ...gone) });
    assertNotLooser(after, decideIn(one));
  },
);

property(
  'a removed member never loosens what the guards decide',
  [arbitraryCase(), fc.subarray(names.slice(2), { minLength: 1 })],
  (one, gone) => {
    const policy = { ...one.policy, rules: [], exceptions: [], existing: { rules: [], cure_days: 0 } };
    const after = decideIn({ ...one, policy, snapshot: without(one.snapshot, ...gone) });
    assertNotLooser(after, decideIn({ ...one, policy }));
  },
);

property('without a state, every decision is BLOCK', [arbitraryCase()], (one) => {
  const { decision, decided_by } = decideIn({ ...one, snapshot: without(one.snapshot, 'state') });
  assert.deepEqual({ decision, decided_by }, { decision: 'BLOCK', decided_by: 'rf:unknown' });
});

property(
  'a provider that is unknown, never scored or withdrawn is BLOCK, and one that is stale is at best REVIEW',
  [arbitraryCase()],
  (one) => {
    for (const state of ['unknown', 'never_scored', 'withdrawn'] as const)
      assert.equal(decideIn({ ...one, snapshot: { ...one.snapshot, state } }).decision, 'BLOCK');
    const stale = decideIn({ ...one, snapshot: { ...one.snapshot, stale: true } });
    assert.notEqual(stale.decision, 'ALLOW');
  },
);

property(
  'what a policy is found to have holds for every snapshot',
  [arbitraryPolicy(), fc.array(arbitrarySnapshot, { minLength: 10, maxLength: 10 }), arbitraryInstant],
  (policy, snapshots, at) => {
    for (const { pointer, code } of policyFindings(policy)) {
      const exposure = pointer.startsWith('/existing') ? 'existing' : 'new';
      const rules = exposure === 'existing' ? policy.existing!.rules : policy.rules;
      const { id } = rules[Number(pointer.split('/').at(-1))]!;
      for (const snapshot of snapshots) {
        const one = { policy, snapshot, when: { at, exposure } } as const;
        const { decision, decided_by, held } = decideIn(one);
        const truth = held.find(({ rule }) => rule === id)?.truth ?? 'false';
        if (code === 'never_holds') assert.notEqual(truth, 'true');
        if (code === 'always_holds' && snapshot.state === 'scored') assert.notEqual(truth, 'false');
        if (code !== 'idle') continue;
        if (truth === 'true') assert.notEqual(decided_by, id);
        const remaining = withRules(one, (all) => all.filter((rule) => rule.id !== id));
        assert.equal(decideIn(remaining).decision, decision);
      }
    }
  },
  cases(100, 5000),
);
