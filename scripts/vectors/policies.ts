// Generates the conformance cases of policies: decisions on snapshots, and a signed call with changes that must be found.

import {
  type ComputationAnswer,
  type DecidedProvider,
  decide,
  decisionsDocument,
  digestOf,
  type EvaluationRequest,
  type Exposure,
  type Expression,
  loadMethodology,
  type NamedSnapshot,
  type Policy,
  type PolicyException,
  type PolicySnapshot,
  packageValues,
  parseSignerKey,
  signerKeyFromSeed,
  signFormatted,
  validUntil,
} from '@rf-indicators/engine';
import type { VectorFile } from './make.ts';

type Decision = DecidedProvider['decision'];

interface Draft {
  name: string;
  /** What the rules of the format give, written by hand: the decision, and the rule that decides. */
  gives: readonly [Decision, string | null];
  when?: Expression;
  decision?: 'REVIEW' | 'BLOCK';
  policy?: Partial<Policy>;
  snapshot?: Partial<PolicySnapshot>;
  /** Members of the snapshot that are not known. */
  without?: readonly (keyof PolicySnapshot)[];
  exposure?: Exposure;
  at?: string;
}

const AT = '2026-06-15T12:00:00Z';

const POLICY: Policy = {
  format: 'rf-policy-1',
  name: 'treasury',
  version: 1,
  scope: 'all',
  frameworks: ['RF Framework v1.0'],
  verified_within_hours: 48,
  valid_minutes: 60,
  rules: [],
  exceptions: [],
};

const SNAPSHOT: PolicySnapshot = {
  provider: 'acme',
  state: 'scored',
  verified_at: '2026-06-15T06:00:00Z',
  framework: 'RF Framework v1.0',
  product_type: 'btc',
  band: 'MEDIUM',
  score: '70.00',
  modules: { liquidity: '55.00', reserves: '80.00', yield: null },
  evidence_quality: '0.90',
  caps: { HR01: false, HR02: true },
  newest_evidence: '2026-06-10',
  oldest_evidence: '2025-06-15',
  stale: false,
  stale_from: '2026-06-15T12:30:00Z',
  withdrawn_from: null,
  under_review: 'none',
  corrections: ['2026-05-16'],
  yield: null,
  history: [
    { day: '2025-03-01', score: '85.00', band: 'LOW' },
    { day: '2026-05-16', score: '70.00', band: 'MEDIUM' },
  ],
};

const BELOW_75: Expression = { value: 'score', is: 'below', to: '75.00' };
const BY_RULE = ['BLOCK', 'rule'] as const;
const ALLOWED = ['ALLOW', null] as const;
const EXCEPTION: PolicyException = {
  rule: 'rule',
  provider: 'acme',
  worst_band: 'MEDIUM',
  reason: 'It ends in June.',
  until: '2026-06-15',
};
const CURED = { rules: [{ id: 'rule', decision: 'BLOCK', sentence: 'It fell.', when: BELOW_75 }] } as const;

const OF_BOOK = { book: '019ec000-0000-7000-8000-0000000000b0' };

const DRAFTS: readonly Draft[] = [
  { name: 'no rule', gives: ALLOWED },
  { name: 'a rule that holds', gives: BY_RULE, when: BELOW_75 },
  { name: 'a limit itself is not below it', gives: ALLOWED, when: { ...BELOW_75, to: '70.00' } },
  { name: 'a rule that reviews', gives: ['REVIEW', 'rule'], when: BELOW_75, decision: 'REVIEW' },
  {
    name: 'a value that is not known blocks',
    gives: BY_RULE,
    when: BELOW_75,
    decision: 'REVIEW',
    without: ['score'],
  },
  {
    name: 'what is not known does not matter where the rest is false',
    gives: ALLOWED,
    when: { all: [BELOW_75, { value: 'band', is: 'equal_to', to: 'HIGH' }] },
    without: ['score'],
  },
  {
    name: 'a value that does not apply is not above a limit',
    gives: ALLOWED,
    when: { value: 'yield_highest', is: 'above', to: '10.00' },
  },
  {
    name: 'nor is it the opposite',
    gives: ALLOWED,
    when: { not: { value: 'yield_highest', is: 'above', to: '10.00' } },
  },
  { name: 'a band that is worse', gives: BY_RULE, when: { value: 'band', is: 'worse_than', to: 'LOW' } },
  {
    name: 'the lowest of the modules that apply',
    gives: BY_RULE,
    when: { value: 'module_minimum', is: 'at_most', to: '55.00' },
  },
  {
    name: 'a module that the framework does not have',
    gives: BY_RULE,
    when: { value: 'module_score', module: 'unheard_of', is: 'below', to: '0.00' },
  },
  {
    name: 'a hard rule that fires',
    gives: BY_RULE,
    when: { value: 'cap', rule: 'HR02', is: 'equal_to', to: true },
  },
  {
    name: 'evidence of exactly this age is not older',
    gives: ALLOWED,
    when: { value: 'newest_evidence', is: 'older_than', to: 5 },
  },
  {
    name: 'a change within a window',
    gives: BY_RULE,
    when: { value: 'change', within_days: 30, is: 'at_most', to: '-15.00' },
  },
  {
    name: 'a window that ends before the change',
    gives: ALLOWED,
    when: { value: 'change', within_days: 29, is: 'below', to: '0.00' },
  },
  {
    name: 'a window before the first step of the history',
    gives: BY_RULE,
    when: { value: 'lowest_score', within_days: 31, is: 'below', to: '1.00' },
    snapshot: { history: [{ day: '2026-06-01', score: '70.00', band: 'MEDIUM' }] },
  },
  { name: 'an unknown provider', gives: ['BLOCK', 'rf:unknown'], snapshot: { state: 'unknown' } },
  {
    name: 'a provider that was never scored',
    gives: ['BLOCK', 'rf:never_scored'],
    snapshot: { state: 'never_scored' },
  },
  { name: 'a withdrawn score', gives: ['BLOCK', 'rf:withdrawn'], snapshot: { state: 'withdrawn' } },
  {
    name: 'withdrawn since the snapshot',
    gives: ['BLOCK', 'rf:withdrawn'],
    snapshot: { withdrawn_from: AT },
  },
  { name: 'a stale score', gives: ['REVIEW', 'rf:stale'], snapshot: { stale: true } },
  { name: 'stale since the snapshot', gives: ['REVIEW', 'rf:stale'], at: '2026-06-15T12:30:00Z' },
  {
    name: 'verified at the last moment that counts',
    gives: ALLOWED,
    snapshot: { verified_at: '2026-06-13T12:00:00Z' },
  },
  {
    name: 'verified a second earlier',
    gives: ['REVIEW', 'rf:not_verified'],
    snapshot: { verified_at: '2026-06-13T11:59:59Z' },
  },
  {
    name: 'verified in the future',
    gives: ['REVIEW', 'rf:not_verified'],
    snapshot: { verified_at: '2026-06-15T12:00:01Z' },
  },
  {
    name: 'a framework that the policy does not name',
    gives: ['REVIEW', 'rf:framework'],
    snapshot: { framework: 'RF Framework v1.1' },
  },
  { name: 'a provider outside the scope', gives: ['REVIEW', 'rf:scope'], policy: { scope: ['borealis'] } },
  {
    name: 'an exception on its last day',
    gives: ALLOWED,
    when: BELOW_75,
    policy: { exceptions: [EXCEPTION] },
  },
  {
    name: 'an exception that has ended',
    gives: BY_RULE,
    when: BELOW_75,
    policy: { exceptions: [{ ...EXCEPTION, until: '2026-06-14' }] },
  },
  {
    name: 'a band that was not tolerated',
    gives: BY_RULE,
    when: BELOW_75,
    policy: { exceptions: [{ ...EXCEPTION, worst_band: 'LOW' }] },
  },
  {
    name: 'an exception lifts no guard',
    gives: ['REVIEW', 'rf:framework'],
    when: BELOW_75,
    policy: { exceptions: [EXCEPTION] },
    snapshot: { framework: 'RF Framework v1.1' },
  },
  {
    name: 'the last of the days to cure',
    gives: ['REVIEW', 'rule'],
    exposure: 'existing',
    policy: { existing: { ...CURED, cure_days: 30 } },
  },
  {
    name: 'after the days to cure',
    gives: BY_RULE,
    exposure: 'existing',
    policy: { existing: { ...CURED, cure_days: 29 } },
  },
  {
    name: 'a provider in the book',
    gives: ALLOWED,
    policy: { scope: OF_BOOK },
    snapshot: { in_books: ['another', OF_BOOK.book] },
  },
  {
    name: 'a provider in other books alone',
    gives: ['REVIEW', 'rf:scope'],
    policy: { scope: OF_BOOK },
    snapshot: { in_books: ['another'] },
  },
  {
    name: 'it is not known whether the provider is in the book',
    gives: ['REVIEW', 'rf:scope'],
    policy: { scope: OF_BOOK },
  },
  {
    name: 'a list of books that is none',
    gives: ['REVIEW', 'rf:scope'],
    policy: { scope: OF_BOOK },
    snapshot: { in_books: [OF_BOOK.book, 5] as unknown as string[] },
  },
  {
    name: 'the book counts for existing exposure too',
    gives: ['REVIEW', 'rf:scope'],
    exposure: 'existing',
    policy: { scope: OF_BOOK, existing: { rules: [], cure_days: 30 } },
    snapshot: { in_books: [] },
  },
];

function decisionCase(draft: Draft) {
  const { name, gives, when, decision: given = 'BLOCK', exposure = 'new', at = AT } = draft;
  const rules =
    when === undefined ? [] : [{ id: 'rule', decision: given, sentence: 'The rule holds.', when }];
  const policy: Policy = { ...POLICY, rules, ...draft.policy };
  const missing: readonly string[] = draft.without ?? [];
  const whole = Object.entries({ ...SNAPSHOT, ...draft.snapshot });
  const snapshot = Object.fromEntries(whole.filter(([member]) => !missing.includes(member)));
  const read = snapshot as unknown as PolicySnapshot;
  const decided = decide(policy, read, { at, exposure });
  if (decided.decision !== gives[0] || decided.decided_by !== gives[1])
    throw new Error(`${name}: ${decided.decision} by ${decided.decided_by}`);
  return {
    name,
    policy,
    snapshot,
    at,
    exposure,
    decision: decided,
    valid_until: validUntil(policy, [read], at),
  };
}

const FIRST = '/document/providers/0';

/** The first fault of each, or null. A signature covers the document alone. */
const CHANGES = [
  { name: 'as it was sent', changes: [], signature: 'valid', fault: null },
  {
    name: 'a decision is milder',
    changes: [{ set: `${FIRST}/decision`, value: 'ALLOW' }],
    ...{ signature: 'invalid', fault: 'decisions_differ' },
  },
  {
    name: 'it is valid longer',
    changes: [{ set: '/document/valid_until', value: '2027-01-01T00:00:00Z' }],
    ...{ signature: 'invalid', fault: 'decisions_differ' },
  },
  {
    name: 'it answers another call',
    changes: [{ set: '/document/nonce', value: 'another-nonce-of-it' }],
    ...{ signature: 'invalid', fault: 'decisions_differ' },
  },
  {
    name: 'a policy with another rule',
    changes: [{ set: '/policy/rules/0/decision', value: 'REVIEW' }],
    ...{ signature: 'valid', fault: 'policy_differs' },
  },
  {
    name: 'a value is better',
    changes: [{ set: '/snapshots/0/score', value: '99.00' }],
    ...{ signature: 'valid', fault: 'snapshot_missing' },
  },
  {
    name: 'a snapshot of another provider',
    changes: [{ set: `${FIRST}/provider`, value: 'borealis' }],
    ...{ signature: 'invalid', fault: 'snapshot_differs' },
  },
  { name: 'no policy', changes: [{ remove: '/policy' }], signature: 'valid', fault: 'malformed' },
  {
    name: 'signed as another format',
    changes: [{ set: '/document/format', value: 'rf-policy-bundle-1' }],
    signature: 'invalid',
    fault: 'decisions_differ',
  },
  {
    name: 'a key that is not pinned',
    changes: [{ set: '/signature/key_id', value: 'rf-example+00000000' }],
    ...{ signature: 'unknown_key', fault: null },
  },
  {
    name: 'its package gives the values',
    changes: [],
    package: 'packages/FX-01-facts.json',
    signature: 'valid',
    fault: null,
  },
  {
    name: 'a package on which nothing rests',
    changes: [],
    ...{ package: 'packages/FX-01.json', signature: 'valid', fault: 'package_differs' },
  },
] as const;

/** `answer` is the response about the indicator on which the first decision of the call rests. */
export async function makePolicyFiles({ data }: ComputationAnswer): Promise<VectorFile[]> {
  const key = await signerKeyFromSeed(
    'rf-example',
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
  const signer = await parseSignerKey(key.signer);
  const policy: Policy = {
    ...POLICY,
    rules: [
      {
        id: 'low',
        decision: 'BLOCK',
        sentence: 'The score is below 80.00.',
        when: { ...BELOW_75, to: '80.00' },
      },
    ],
  };
  const values = packageValues(loadMethodology(data.methodology), data.package);
  const scored: PolicySnapshot = {
    ...{ ...SNAPSHOT, ...values, corrections: [] },
    history: [
      { day: '2025-01-01', score: null, band: null },
      { day: '2026-04-01', score: values.score!, band: values.band! },
    ],
  };
  const snapshots: PolicySnapshot[] = [scored, { provider: 'nobody', state: 'unknown' }];
  const named: NamedSnapshot[] = await Promise.all(
    snapshots.map(async (snapshot, index) => ({
      ...{ snapshot, digest: await digestOf(snapshot) },
      verification_id: index === 0 ? data.verification_id : null,
    })),
  );
  const issue = {
    decision_id: '019ec000-0000-7000-8000-000000000001',
    workspace_id: '019ec000-0000-7000-8000-000000000002',
    issued_at: AT,
  };
  const request: EvaluationRequest = {
    policy: policy.name,
    providers: snapshots.map(({ provider }) => provider),
    exposure: 'new',
    nonce: 'a-nonce-of-sixteen',
    reference: 'order 7',
    at: null,
  };
  const document = await decisionsDocument(issue, request, policy, named);
  return [
    fileOf('decisions.json', { cases: DRAFTS.map(decisionCase) }),
    fileOf('call.json', { document, signature: await signFormatted(document, signer), policy, snapshots }),
    fileOf('calls.json', {
      key: key.verifier,
      cases: CHANGES.map((change) => ({ file: 'policies/call.json', ...change })),
    }),
  ];
}

function fileOf(name: string, content: object): VectorFile {
  return { name, text: `${JSON.stringify(content, null, 2)}\n` };
}
