// The evaluator of the Python client makes the same decisions, with the same reasons.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  canonicalJson,
  checkFormatted,
  decide,
  decisionsDocument,
  digestOf,
  type Exposure,
  type JsonValue,
  type KeptDecisions,
  makePackage,
  type Policy,
  type PolicySnapshot,
  packageValues,
  policyDigest,
  replayDecisions,
  signFormatted,
  validUntil,
} from '@rf-indicators/engine';
import fc from 'fast-check';
import { cases, SEED } from '../support/counts.ts';
import { framework, repositoryFile } from '../support/framework.ts';
import {
  arbitraryExposure,
  arbitraryInstant,
  arbitraryPolicy,
  arbitrarySnapshot,
  snapshotWith,
} from '../support/policies.ts';
import { key, keyText, request, requestWithFacts, signer } from '../support/published-answer.ts';

/** Reads cases, and writes what the Python package decides in each. */
const IN_PYTHON = `
import json, sys
from rf_indicators.policy import decide, policy_digest, valid_until
json.dump([
    [decide(policy, snapshot, at, exposure), valid_until(policy, [snapshot], at), policy_digest(policy)]
    for policy, snapshot, at, exposure in json.load(sys.stdin)
], sys.stdout)
`;

function inPython(program: string, given: unknown): JsonValue[] {
  const { stdout, stderr } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify(given),
    env: { ...process.env, PYTHONPATH: fileURLToPath(repositoryFile('python/src')) },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

test('JavaScript and Python decide alike', async () => {
  const one = fc.tuple(arbitraryPolicy(), arbitrarySnapshot, arbitraryInstant, arbitraryExposure);
  const all = fc.sample(one, { seed: SEED, numRuns: cases(300, 5000) });
  const theirs = inPython(IN_PYTHON, all);
  assert.equal(theirs.length, all.length);
  for (const [index, given] of all.entries()) {
    const [policy, snapshot, at, exposure] = given;
    const ours = [
      decide(policy, snapshot, { at, exposure }),
      validUntil(policy, [snapshot], at),
      await policyDigest(policy),
    ];
    assert.equal(
      canonicalJson(theirs[index]!),
      canonicalJson(ours as unknown as JsonValue),
      JSON.stringify(given),
    );
  }
});

/** Says of each call whether its signature and its decisions hold. */
const REPLAYED_IN_PYTHON = `
import json, sys
from rf_indicators.policy import DecidedPackage, check_formatted, replay_decisions
from rf_indicators.replay import read_verifier_key
given = json.load(sys.stdin)
keys = [read_verifier_key(given["key"])]
json.dump([
    [check_formatted(one["document"], one["signature"], keys), *(
        [check.check, check.fault, check.pointer]
        for check in replay_decisions(one, [DecidedPackage(**package) for package in one["packages"]]).checks
    )]
    for one in given["calls"]
], sys.stdout)
`;

type Call = KeptDecisions & { signature: Awaited<ReturnType<typeof signFormatted>>; packages: unknown[] };

const CHANGES: ((call: Call) => unknown)[] = [
  () => undefined,
  () => undefined,
  ({ document }) => ({ document: { ...document, valid_until: '2026-06-16T00:00:00Z' } }),
  ({ document }) => ({ document: { ...document, providers: document.providers.toReversed() } }),
  ({ document }) => ({ document: { ...document, providers: [...document.providers, null] } }),
  ({ document }) => ({
    document: { ...document, providers: document.providers.map((one) => ({ ...one, decision: 'ALLOW' })) },
  }),
  ({ document, snapshots }) => ({
    document: {
      ...document,
      providers: document.providers.map((one) => ({ ...one, snapshot: document.providers[0]!.snapshot })),
    },
    snapshots: snapshots.slice(0, 1),
  }),
  ({ document }) => ({ document: { ...document, nonce: 5 } }),
  ({ document }) => ({ document: { ...document, at: 'today', issued_at: 'today' } }),
  ({ document }) => ({ document: { ...document, nonce: 'another-nonce-of-it' } }),
  ({ snapshots }) => ({ snapshots: snapshots.slice(1) }),
  ({ snapshots }) => ({ snapshots: snapshots.map((one) => ({ ...(one as object), stale: true })) }),
  ({ policy }) => ({ policy: { ...(policy as object), version: 2 } }),
  () => ({ policy: null }),
];

test('JavaScript and Python find the same in calls that were kept', async () => {
  const one = fc.tuple(
    arbitraryPolicy(),
    fc.uniqueArray(arbitrarySnapshot, { selector: ({ provider }) => provider, minLength: 1, maxLength: 2 }),
    arbitraryInstant,
    arbitraryExposure,
    fc.option(arbitraryInstant),
    fc.constantFrom(...CHANGES),
  );
  const all = fc.sample(one, { seed: SEED, numRuns: cases(200, 5000) });
  const calls = await Promise.all(
    all.map(async ([policy, snapshots, issued_at, exposure, at, change]) => {
      const call = await kept(policy, snapshots, { issued_at, exposure, at });
      return { ...call, ...(change(call) as object) };
    }),
  );
  for (const given of [request(), requestWithFacts()]) {
    const { packaged } = await makePackage(framework, given);
    const values = packageValues(framework, packaged!.package);
    const when = { issued_at: '2026-06-15T12:00:00Z', exposure: 'new' as const, at: null };
    const call = await kept(all[0]![0], [snapshotWith(values)], when);
    const content = packaged!.package;
    const other = { ...content, result: { ...content.result, confidence: '0.01' } };
    for (const verification_id of ['RF-0', 'RF-1'])
      for (const one of [content, other])
        calls.push({
          ...call,
          packages: [{ verification_id, package: one, methodology: framework.document }],
        });
  }
  const theirs = inPython(REPLAYED_IN_PYTHON, { key: keyText, calls });
  for (const [index, call] of calls.entries()) {
    const { checks } = await replayDecisions(call, call.packages as never);
    const ours = [
      await checkFormatted(call.document, call.signature, [key]),
      ...checks.map(({ check, fault, pointer }) => [check, fault, pointer]),
    ];
    assert.deepEqual(theirs[index], ours, JSON.stringify(call));
  }
  const faults = new Set(theirs.flatMap((one) => (one as JsonValue[][]).slice(1).map((check) => check[1])));
  assert.equal(faults.size, 7, 'every fault and none');
});

async function kept(
  policy: Policy,
  snapshots: readonly PolicySnapshot[],
  { issued_at, exposure, at }: { issued_at: string; exposure: Exposure; at: string | null },
): Promise<Call> {
  const read = await Promise.all(
    snapshots.map(async (snapshot, index) => ({
      snapshot,
      digest: await digestOf(snapshot),
      verification_id: `RF-${index}`,
    })),
  );
  const providers = snapshots.map(({ provider }) => provider);
  const asked = {
    policy: policy.name,
    providers,
    nonce: 'a-nonce-of-sixteen',
    exposure,
    reference: null,
    at,
  };
  const issue = { decision_id: 'the-call', workspace_id: 'the-workspace', issued_at };
  const document = await decisionsDocument(issue, asked, policy, read);
  return { document, signature: await signFormatted(document, signer), policy, snapshots, packages: [] };
}
