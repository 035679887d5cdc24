// The evaluator of the Python client makes the same decisions, with the same reasons.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { canonicalJson, decide, type JsonValue, policyDigest, validUntil } from '@rf-indicators/engine';
import fc from 'fast-check';
import { cases, SEED } from '../support/counts.ts';
import { repositoryFile } from '../support/framework.ts';
import {
  arbitraryExposure,
  arbitraryInstant,
  arbitraryPolicy,
  arbitrarySnapshot,
} from '../support/policies.ts';

/** Reads cases, and writes what the Python package decides in each. */
const IN_PYTHON = `
import json, sys
from rf_indicators.policy import decide, policy_digest, valid_until
json.dump([
    [decide(policy, snapshot, at, exposure), valid_until(policy, [snapshot], at), policy_digest(policy)]
    for policy, snapshot, at, exposure in json.load(sys.stdin)
], sys.stdout)
`;

test('JavaScript and Python decide alike', async () => {
  const one = fc.tuple(arbitraryPolicy(), arbitrarySnapshot, arbitraryInstant, arbitraryExposure);
  const all = fc.sample(one, { seed: SEED, numRuns: cases(300, 5000) });
  const { stdout, stderr } = spawnSync('python3', ['-c', IN_PYTHON], {
    input: JSON.stringify(all),
    env: { ...process.env, PYTHONPATH: fileURLToPath(repositoryFile('python/src')) },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(stderr, '');
  const theirs: JsonValue[] = JSON.parse(stdout);
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
