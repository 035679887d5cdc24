// The agent tool evaluate_policy: the signed decisions of the API, in sentences to say, and nothing to guess.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScoreRow } from '@rf-indicators/contract';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { renameProvider } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { activatePolicy, customer, issue, officeOf } from '../http/customers.ts';
import { agentKey, callTool, inPilot, known, sendMessage, toolMessage } from './pilot.ts';

const TOOL = 'evaluate_policy';
const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
// The demo of tests ends some days ago, and what was not verified since then is at best reviewed.
const publisher = { masterKey: office.masterKey, policy: DEFAULT_POLICY, checkpointFile: null };
assert.notEqual(await runDaily(office.desk, publisher, true), null);
const member = await inPilot(office);
const { key } = await issue(office, member, { agent_scope: true });
await activatePolicy(office, member, { name: 'counterparties' });
let rows: ScoreRow[] = [];
await until('the run is served', async () => {
  const { status, json } = await api.get('/api/v1/scores', key);
  rows = status === 200 ? json.data : [];
  return rows.some(({ score_verified_at }) => Date.parse(score_verified_at) > Date.now() - 3_600_000);
});
const sound = rows.filter(({ stale }) => !stale);
const best = sound.reduce((a, b) => (a.final_score > b.final_score ? a : b));
const worst = sound.reduce((a, b) => (a.final_score < b.final_score ? a : b));

async function decide(provider_names: string[], more: object = {}) {
  const called = await callTool(api, key, TOOL, { policy: 'counterparties', provider_names, ...more });
  assert.equal(called.status, 200, called.text.slice(0, 400));
  return called.json.result;
}

const inUtc = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;

test('the decision is the signed one that the API keeps, in sentences that can be said as they are', async () => {
  const { providers, ...result } = await decide([best.name.toUpperCase(), worst.slug, best.name]);
  const kept = await api.get(`/api/v1/decisions/${result.decision_id}`, key);
  const { document } = kept.json;
  assert.equal(kept.status, 200);
  assert.deepEqual([document.exposure, document.hypothetical, document.reference], ['new', false, null]);
  assert.match(document.nonce, /^[A-Za-z0-9_-]{22}$/);
  const { name: policy, version, digest } = document.policy;
  const { issued_at, valid_until } = document;
  for (const [member, value] of Object.entries({ policy, version, digest, issued_at, valid_until }))
    assert.equal(result[member], value, member);
  assert.equal(document.providers.length, 2, 'a provider that was named twice is decided once');
  for (const { result: one } of providers) {
    const { decision, decided_by, sentence, held, verification_id } = document.providers.find(
      ({ provider }: { provider: string }) => provider === one.provider_id,
    );
    for (const [member, value] of Object.entries({ decision, decided_by, sentence, held, verification_id }))
      assert.deepEqual(one[member], value, `${member} of ${one.name}`);
    assert.equal(
      one.sentence_to_say,
      `Policy counterparties (version 1) says ${decision} for new exposure to “${one.name}”: ${sentence} ` +
        `The decision holds until ${inUtc(valid_until)}.`,
    );
  }
  assert.deepEqual(
    providers.map((one: { result: Record<string, string> }) => [one.result.matched_by, one.result.decision]),
    [
      ['similar_spelling', 'ALLOW'],
      ['slug', 'BLOCK'],
      ['name', 'ALLOW'],
    ],
  );
  assert.equal(result.decision, 'BLOCK');
  assert.equal(
    result.sentence_to_say,
    `The strictest decision of policy counterparties (version 1) for new exposure is BLOCK, for “${worst.name}”. ` +
      `It holds until ${inUtc(valid_until)}, follows from the workspace's own policy, and is not advice.`,
  );
  assert.match(result.basis, /own policy.*not advice/);
});

test('on a name that is not known or not clear no decision is made, and both doors say so', async () => {
  await renameProvider(office.desk, office.operator, rows[2]!.slug, 'Twin Harbour One');
  await renameProvider(office.desk, office.operator, rows[3]!.slug, 'Twin Harbour Two');
  await until('the names are known', async () => {
    const names = ['Twin Harbour One', 'Twin Harbour Two'];
    const { providers } = await decide([best.name, ...names]);
    return providers.every((one: object) => 'result' in one);
  });
  const { providers, sentence_to_say, decision_id } = await decide([
    best.name,
    'twin harbour',
    'Nobody At All',
  ]);
  const [found, unclear, unknown] = providers;
  assert.equal(found.result.decision, 'ALLOW');
  assert.deepEqual([unclear.result, unclear.error.code], [undefined, 'ambiguous_name']);
  assert.equal(unclear.error.candidates.length, 2);
  assert.deepEqual([unknown.result, unknown.error.code], [undefined, 'provider_not_found']);
  for (const { error } of [unclear, unknown]) assert.match(error.message, /^No decision was made\. /);
  assert.match(sentence_to_say, /No decision was made for “twin harbour” and “Nobody At All”\./);
  const kept = await api.get(`/api/v1/decisions/${decision_id}`, key);
  assert.equal(kept.json.document.providers.length, 1, 'nothing stands for them in the document');
  const input = { policy: 'counterparties', provider_names: ['twin harbour'] };
  const plain = await callTool(api, key, TOOL, input);
  assert.deepEqual([plain.status, plain.json.code], [422, 'validation_failed']);
  assert.deepEqual(
    plain.json.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
    [['/input/provider_names', 'ambiguous_name']],
  );
  assert.equal(plain.json.candidates.length, 2);
  const { result } = (await sendMessage(api, key, toolMessage(TOOL, input))).json;
  const { error } = JSON.parse(result.content[0].text);
  assert.deepEqual([result.isError, error.code, error.candidates.length], [true, 'ambiguous_name', 2]);
  assert.match(error.message, /^No decision was made\. /);
});

test('a policy that is not active is answered with the names of those that are', async () => {
  const input = { policy: 'treasury', provider_names: [best.name] };
  const plain = await callTool(api, key, TOOL, input);
  assert.deepEqual([plain.status, plain.json.errors[0].pointer], [422, '/input/policy']);
  assert.match(plain.json.detail, /no active policy treasury\. Its active policies: counterparties\./);
  const { result } = (await sendMessage(api, key, toolMessage(TOOL, input))).json;
  assert.equal(JSON.parse(result.content[0].text).error.code, 'policy_not_found');
  const stranger = await agentKey(api, office);
  const without = await callTool(api, stranger, TOOL, { ...input, policy: 'counterparties' });
  assert.equal(without.status, 422, 'a policy of another workspace');
  assert.match(without.json.detail, /No policy of it is active\./);
});

test('nothing is decided for another instant, and each call is another decision that takes one place', async () => {
  const at = '2026-01-01T00:00:00Z';
  const input = { policy: 'counterparties', provider_names: [best.name] };
  const refused = await callTool(api, key, TOOL, { ...input, at });
  assert.deepEqual(
    [refused.status, refused.json.errors[0].pointer, refused.json.errors[0].code],
    [422, '/input/at', 'unknown'],
  );
  const call = async () => {
    const { json, headers } = await callTool(api, key, TOOL, input);
    return { id: json.result.decision_id, left: Number(headers['x-ratelimit-remaining']) };
  };
  const [first, second] = [await call(), await call()];
  assert.notEqual(first.id, second.id);
  assert.equal(first.left - second.left, 1);
});

test('a key that is limited to decisions, or one without the agent scope, is refused', async () => {
  const input = { policy: 'counterparties', provider_names: [best.name] };
  const { key: scoped } = await issue(office, member, { scope: 'evaluate' });
  const { key: plain } = await issue(office, await customer(office, 'ENTERPRISE'));
  await known(api, plain);
  const codes = [];
  for (const one of [scoped, plain]) {
    const { status, json } = await callTool(api, one, TOOL, input);
    codes.push([status, json.code]);
  }
  assert.deepEqual(codes, [
    [403, 'insufficient_scope'],
    [403, 'pilot_not_enabled'],
  ]);
});

test('a stale score is said to be stale, also where another rule decides', async () => {
  const stale = rows.find((row) => row.stale);
  assert.ok(stale !== undefined, 'the demo has a stale score');
  await activatePolicy(office, member, { name: 'strict', below: '100.00' });
  const said = async (policy: string) =>
    (await decide([stale.name], { policy, exposure: 'existing' })).providers[0].result;
  const strict = await said('strict');
  assert.equal(strict.decision, 'BLOCK');
  assert.match(strict.sentence_to_say, /for existing exposure to .* The score is stale\. The decision holds/);
  const lenient = await said('counterparties');
  assert.ok(lenient.held.some(({ rule }: { rule: string }) => rule === 'rf:stale'));
  assert.equal(lenient.sentence_to_say.match(/The score is stale\./g).length, 1, lenient.sentence_to_say);
});
