// Signed decisions: which signature proves what, and what a replay finds in a call that was kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BUNDLE_FORMAT,
  bundleDocument,
  checkFormatted,
  checkSignature,
  DECISIONS_FORMAT,
  type DecidedPackage,
  decisionsDocument,
  digestOf,
  type KeptDecisions,
  makePackage,
  openNote,
  type Policy,
  type PolicySnapshot,
  packageValues,
  replayDecisions,
  requestDigest,
  signFormatted,
  signNote,
  signObject,
  unknownSnapshot,
} from '@rf-indicators/engine';
import { framework } from '../support/framework.ts';
import { policyWith, rule, snapshotWith } from '../support/policies.ts';
import {
  key,
  otherKey,
  request as packageRequest,
  requestWithFacts,
  signer,
} from '../support/published-answer.ts';

const AT = '2026-06-15T12:00:00Z';
const POLICY: Policy = policyWith([
  rule('high', 'BLOCK', { value: 'band', is: 'equal_to', to: 'HIGH' }),
  rule('medium', 'REVIEW', { value: 'band', is: 'equal_to', to: 'MEDIUM' }),
]);
const REQUEST = {
  policy: POLICY.name,
  providers: ['acme', 'borealis', 'nobody'],
  nonce: 'a-nonce-of-sixteen',
  exposure: 'new' as const,
  reference: 'order 7',
  at: null,
};
const ISSUE = { decision_id: 'the-call', workspace_id: 'the-workspace', issued_at: AT };

async function kept(
  snapshots: PolicySnapshot[] = [
    snapshotWith(),
    snapshotWith({ provider: 'borealis' }),
    unknownSnapshot('nobody'),
  ],
): Promise<KeptDecisions> {
  const read = await Promise.all(
    snapshots.map(async (snapshot, index) => ({
      snapshot,
      digest: await digestOf(snapshot),
      verification_id: snapshot.state === 'unknown' ? null : `RF-${index}`,
    })),
  );
  const request = { ...REQUEST, providers: snapshots.map(({ provider }) => provider) };
  const document = await decisionsDocument(ISSUE, request, POLICY, read);
  return structuredClone({ document, policy: POLICY, snapshots });
}

// ---- signatures ----

test('a signature of one format is none of another format, of a statement or of a note', async () => {
  const { document } = await kept();
  const bundle = await bundleDocument(ISSUE, POLICY, []);
  const signature = await signFormatted(document, signer);
  assert.equal(await checkFormatted(document, signature, [key]), 'valid');
  assert.equal(await checkFormatted({ ...document, format: BUNDLE_FORMAT }, signature, [key]), 'invalid');
  assert.equal(
    await checkFormatted({ ...bundle, format: DECISIONS_FORMAT }, await signFormatted(bundle, signer), [key]),
    'invalid',
  );
  assert.equal(await checkSignature(document, signature, [key]), 'invalid', 'as a statement');
  assert.equal(await checkFormatted(document, await signObject(document, signer), [key]), 'invalid');
  const text = `${document.format}\n`;
  const [line] = (await signNote(text, [signer])).split('\n').slice(-2);
  const ofNote = Buffer.from(line!.split(' ')[2]!, 'base64').subarray(4).toString('base64');
  assert.equal(await checkFormatted(document, { ...signature, value: ofNote }, [key]), 'invalid');
  const named = Buffer.concat([Buffer.from(key.id.slice(-8), 'hex'), Buffer.from(signature.value, 'base64')]);
  await assert.rejects(openNote(`${text}\n— ${signer.name} ${named.toString('base64')}\n`, [key]));
});

test('a signature is valid with the key that made it alone, and for exactly this document', async () => {
  const { document } = await kept();
  const signature = await signFormatted(document, signer);
  assert.equal(await checkFormatted(document, signature, [otherKey]), 'unknown_key');
  assert.equal(await checkFormatted(document, { ...signature, key_id: otherKey.id }, [otherKey]), 'invalid');
  assert.equal(
    await checkFormatted({ ...document, nonce: 'another' } as typeof document, signature, [key]),
    'invalid',
  );
  assert.equal(await checkFormatted(document, { ...signature, value: 'no base64' }, [key]), 'invalid');
});

test('the digest of a request binds every member of it', async () => {
  const changes = [
    { policy: 'lender' },
    { providers: ['borealis', 'acme', 'nobody'] },
    { nonce: 'another-nonce-of-it' },
    { exposure: 'existing' as const },
    { reference: null },
    { at: AT },
  ];
  const digests = await Promise.all(
    [{}, ...changes].map((change) => requestDigest({ ...REQUEST, ...change })),
  );
  assert.equal(new Set(digests).size, changes.length + 1);
});

// ---- replay ----

test('what was kept gives the same decisions again, in whatever order its snapshots are', async () => {
  const call = await kept();
  assert.deepEqual(
    call.document.providers.map(({ decision }) => decision),
    ['REVIEW', 'REVIEW', 'BLOCK'],
  );
  for (const snapshots of [call.snapshots, call.snapshots.toReversed()]) {
    const report = await replayDecisions({ ...call, snapshots });
    assert.deepEqual(
      [report.fault, report.verification_id],
      [null, 'the-call'],
      JSON.stringify(report.checks),
    );
  }
});

const CHANGES: [what: string, fault: string, pointer: string, value: unknown][] = [
  ['a rule of the policy', 'policy_differs', '/policy/rules/0/decision', 'REVIEW'],
  ['the digest of the policy', 'policy_differs', '/document/policy/digest', '0'.repeat(64)],
  ['the version of the policy', 'decisions_differ', '/document/policy/version', 2],
  ['a value of a snapshot', 'snapshot_missing', '/snapshots/0/score', '90.00'],
  ['the snapshots', 'snapshot_missing', '/snapshots', []],
  ['a decision', 'decisions_differ', '/document/providers/0/decision', 'ALLOW'],
  ['a sentence', 'decisions_differ', '/document/providers/0/sentence', 'All is well.'],
  ['the rules that held', 'decisions_differ', '/document/providers/0/held', []],
  ['a value that was seen', 'decisions_differ', '/document/providers/0/saw/band', 'LOW'],
  ['the end', 'decisions_differ', '/document/valid_until', '2026-06-15T13:00:01Z'],
  ['the instant', 'decisions_differ', '/document/at', '2026-06-15T11:00:00Z'],
  ['the nonce', 'decisions_differ', '/document/nonce', 'another-nonce-of-it'],
  ['the exposure', 'decisions_differ', '/document/exposure', 'existing'],
  ['the format', 'decisions_differ', '/document/format', BUNDLE_FORMAT],
  ['another member', 'decisions_differ', '/document/more', true],
];

for (const [what, fault, pointer, value] of CHANGES) {
  test(`a replay finds a change: ${what}`, async () => {
    const call = await kept();
    const steps = pointer.split('/').slice(1);
    const holder = steps.slice(0, -1).reduce((at, name) => at[name] as typeof at, call as unknown as Members);
    holder[steps.at(-1)!] = value;
    assert.equal((await replayDecisions(call)).fault, fault);
  });
}

interface Members {
  [name: string]: unknown;
}

test("a replay finds another provider's values, another order and another policy with its digest", async () => {
  const call = await kept();
  const { document } = call;
  const providers = document.providers.map((one) => ({ ...one, snapshot: document.providers[1]!.snapshot }));
  assert.equal(
    (await replayDecisions({ ...call, document: { ...document, providers } })).fault,
    'snapshot_differs',
  );
  const reversed = document.providers.toReversed();
  assert.equal(
    (await replayDecisions({ ...call, document: { ...document, providers: reversed } })).fault,
    'decisions_differ',
  );
  const policy = policyWith([]);
  const ofIt = { ...document, policy: { ...document.policy, digest: await digestOf(policy) } };
  assert.equal((await replayDecisions({ ...call, policy, document: ofIt })).fault, 'decisions_differ');
});

test('a call that named the policy by its digest is replayed alike', async () => {
  const call = await kept();
  const request_digest = await requestDigest({ ...REQUEST, policy: call.document.policy.digest });
  const report = await replayDecisions({ ...call, document: { ...call.document, request_digest } });
  assert.equal(report.fault, null, JSON.stringify(report.checks));
});

test('garbage is malformed, and throws nothing', async () => {
  const call = await kept();
  const { document, policy, snapshots } = call;
  const garbage: unknown[] = [
    ...[null, undefined, 5, [], {}, { document: null, policy: null, snapshots: null }],
    ...[null, 5, [], 'text'].flatMap((none) => [
      { ...call, document: none },
      { ...call, policy: none },
      { ...call, document: { ...document, policy: none } },
      { ...call, document: { ...document, providers: [none] } },
      { ...call, snapshots: [none] },
    ]),
    { ...call, snapshots: {} },
    { ...call, document: { ...document, at: 'today' } },
    { ...call, document: { ...document, issued_at: 'today' } },
    { ...call, document: { ...document, nonce: '\ud800' } },
    { ...call, policy: { ...(policy as object), sentence: '\ud800' } },
    { ...call, snapshots: [...snapshots, { provider: '\ud800' }] },
  ];
  for (const one of garbage) {
    const { fault } = await replayDecisions(one as KeptDecisions);
    assert.ok(['malformed', 'decisions_differ'].includes(fault!), `${fault} ${JSON.stringify(one)}`);
  }
});

// ---- packages ----

async function decidedBy(request = packageRequest()): Promise<{ call: KeptDecisions; one: DecidedPackage }> {
  const { packaged } = await makePackage(framework, request);
  const values = packageValues(framework, packaged!.package);
  const call = await kept([snapshotWith({ ...values, provider: 'acme' })]);
  const one = { verification_id: 'RF-0', package: packaged!.package, methodology: framework.document };
  return { call, one };
}

test('with the package of a provider, its values are proved too', async () => {
  const { call, one } = await decidedBy(requestWithFacts());
  const report = await replayDecisions(call, [one]);
  assert.equal(report.fault, null, JSON.stringify(report.checks));
  assert.deepEqual(
    report.checks.map(({ check }) => check),
    ['policy', 'snapshots', 'decisions', 'package'],
  );
});

test('a package that gives other values, or on which nothing rests, is found', async () => {
  const { call, one } = await decidedBy();
  const result = { ...one.package.result, final_score: '99.99' };
  const differing: unknown[] = [
    { ...one, package: { ...one.package, result } },
    { ...one, verification_id: 'RF-of-another' },
    { ...one, methodology: {} },
    { ...one, package: {} },
    { ...one, package: null },
  ];
  for (const other of differing)
    assert.equal((await replayDecisions(call, [other as DecidedPackage])).fault, 'package_differs');
});
