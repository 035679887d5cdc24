// The published cases of policies, which every implementation must decide alike. Python: python/tests/test_policy_cases.py.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  checkFormatted,
  DECISIONS_FAULTS,
  decide,
  parseVerifierKey,
  replayDecisions,
  validUntil,
} from '@rf-indicators/engine';
import { makePolicyFiles } from '../../../../scripts/vectors/policies.ts';
import { changed } from '../../../../test/support/changed-text.ts';
import { repositoryFile } from '../support/framework.ts';

const textOf = (file: string) => readFileSync(repositoryFile(`conformance/${file}`), 'utf8');
const read = (file: string) => JSON.parse(textOf(file));
const calls = read('policies/calls.json');

test('the published cases are those that npm run vectors makes', async () => {
  for (const { name, text } of await makePolicyFiles(read('packages/FX-01-facts.json')))
    assert.equal(textOf(`policies/${name}`), text, name);
});

test('every policy decides as published', () => {
  const { cases } = read('policies/decisions.json');
  assert.ok(cases.length > 30);
  for (const { name, policy, snapshot, at, exposure, decision, valid_until } of cases) {
    assert.deepEqual(decide(policy, snapshot, { at, exposure }), decision, name);
    assert.equal(validUntil(policy, [snapshot], at), valid_until, name);
  }
});

test('every change of a signed call is found, with its fault', async () => {
  const keys = [await parseVerifierKey(calls.key)];
  for (const { name, file, changes, package: packaged, signature, fault } of calls.cases) {
    const call = JSON.parse(changed(textOf(file), changes));
    assert.equal(await checkFormatted(call.document, call.signature, keys), signature, name);
    const packages = packaged === undefined ? [] : [read(packaged).data];
    assert.equal((await replayDecisions(call, packages)).fault, fault, name);
  }
  const found = new Set(calls.cases.map(({ fault }: { fault: string | null }) => fault));
  assert.deepEqual(found, new Set([null, ...DECISIONS_FAULTS]), 'every fault has a case');
});
