// The two doors: who may pass, in what form each refuses, and what is kept of a call.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENT_TOOLS, type Tier } from '@rf-indicators/contract';
import { issueMemberToken } from '@rf-indicators/core/accounts/members';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { disablePilot } from '@rf-indicators/core/accounts/workspaces';
import { startApi } from '../../../../test/support/api.ts';
import type { Called } from '../../../../test/support/described.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue, officeOf } from '../http/customers.ts';
import { agentKey, callTool, inPilot, known, MCP_HEADERS, sendMessage, toolMessage } from './pilot.ts';

const api = await startApi(wholeFile, { env: { RF_LIMIT_FAILED_KEYS: '1000000' } });
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const key = await agentKey(api, office);
const NAME = 'Brindlewick Vaults';
const ask = { provider_name: NAME };

/** The same call at both doors. */
async function bothDoors(with_: string | undefined): Promise<[plain: Called, mcp: Called]> {
  const body = { tool_name: 'get_provider_score', input: ask };
  return [
    await api.call('POST', '/api/mcp', { key: with_, body }),
    await sendMessage(api, with_, toolMessage('get_provider_score', ask)),
  ];
}

interface Condition {
  tier: Tier;
  enabled: boolean;
  terms: boolean;
  scope: boolean;
}

const TIERS: Tier[] = ['FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM'];
const YES_NO = [true, false];

/** Every combination of what has to be met; written down by hand what follows from it. */
const MATRIX: Condition[] = TIERS.flatMap((tier) =>
  YES_NO.flatMap((enabled) =>
    YES_NO.flatMap((terms) => YES_NO.map((scope) => ({ tier, enabled, terms, scope }))),
  ),
);

function expectedOf({ tier, enabled, terms, scope }: Condition): [code: string, detail: RegExp] | null {
  if (tier === 'FREE' || tier === 'CUSTOM')
    return ['insufficient_tier', /require a PROFESSIONAL or ENTERPRISE key/];
  if (!enabled) return ['pilot_not_enabled', /workspace is not enabled for the agent pilot/];
  if (!terms)
    return ['terms_not_accepted', /Contract Admin of the workspace has not accepted the current agent terms/];
  if (!scope) return ['pilot_not_enabled', /does not have the agent scope/];
  return null;
}

/** Whatever the combination: what no operator or member could bring about is written into the store. */
async function keyOf({ tier, enabled, terms, scope }: Condition): Promise<string> {
  const { desk } = office;
  // A FREE workspace issues none, so a FREE key is one of a workspace above.
  const member = await customer(
    office,
    tier === 'FREE' ? 'ENTERPRISE' : tier,
    tier === 'CUSTOM' ? ['scores'] : [],
  );
  if (terms)
    await acceptTerms(desk, member, { kind: 'agent', digest: currentTerms('agent').digest, from: 'a test' });
  const { id, key: made } = await issue(office, member, { tier });
  await desk.store.transaction(async (writes) => {
    const workspaces = writes.updateTable('workspaces').where('id', '=', member.workspace.id);
    await workspaces.set({ pilot_enabled_at: enabled ? desk.clock() : null }).execute();
    await writes
      .updateTable('api_keys')
      .where('id', '=', id)
      .set({ agent_scope: scope ? 1 : 0 })
      .execute();
  });
  return made;
}

test('the gate: tier, enabled by an operator, terms accepted, agent scope; each has its own 403, at both doors', async () => {
  const keys: string[] = [];
  for (const condition of MATRIX) keys.push(await keyOf(condition));
  await known(api, (await issue(office, await customer(office, 'ENTERPRISE'))).key);
  for (const [at, condition] of MATRIX.entries()) {
    const expected = expectedOf(condition);
    for (const { status, json, headers } of await bothDoors(keys[at])) {
      const what = `${JSON.stringify(condition)}: ${JSON.stringify(json).slice(0, 300)}`;
      if (expected === null) {
        assert.equal(status, 200, what);
        continue;
      }
      const [code, detail] = expected;
      assert.deepEqual(
        [status, json.code, headers['content-type']],
        [403, code, 'application/problem+json'],
        what,
      );
      assert.match(json.detail, detail);
      if (code === 'insufficient_tier') {
        assert.deepEqual([json.required_tier, json.key_tier], ['PROFESSIONAL', condition.tier], what);
      }
    }
  }
});

test('no key, a wrong key and a used-up hour are problem documents at both doors', async () => {
  for (const { status, json, headers } of await bothDoors(undefined)) {
    assert.deepEqual([status, json.code], [401, 'missing_api_key']);
    assert.match(headers['www-authenticate']!, /header="x-api-key"/);
  }
  for (const { status, json } of await bothDoors('rf_live_wrong')) {
    assert.deepEqual([status, json.code], [401, 'invalid_api_key']);
  }
  const member = await inPilot(office);
  const { key: small } = await issue(office, member, { agent_scope: true, hourly_limit: 3 });
  await known(api, small);
  const [plain, mcp] = await bothDoors(small);
  assert.deepEqual([plain.status, mcp.status], [200, 200]);
  assert.equal(mcp.headers['x-ratelimit-remaining'], '0', 'tool calls count in the window');
  for (const { status, json, headers } of await bothDoors(small)) {
    assert.deepEqual([status, json.code], [429, 'rate_limit_exceeded']);
    assert.ok(Number(headers['retry-after']) > 0);
  }
});

test('when an operator ends the pilot of a workspace, its keys are refused within a second', async () => {
  const member = await inPilot(office, 'PROFESSIONAL');
  const { key: held } = await issue(office, member, { agent_scope: true });
  await known(api, held);
  assert.equal((await callTool(api, held, 'get_provider_score', ask)).status, 200);
  await disablePilot(office.desk, office.operator, member.workspace.id);
  const took = await until('it is refused', async () => {
    return (await callTool(api, held, 'get_provider_score', ask)).status === 403;
  });
  assert.ok(took < 2000, `${took} ms`);
});

test('the manifest needs no key, and says how to take part', async () => {
  const { status, json } = await api.get('/api/mcp');
  assert.equal(status, 200);
  assert.deepEqual(
    [json.name, json.stage, json.registration, json.authentication.header],
    ['rf-risk-indicators', 'controlled_pilot', 'pending', 'x-api-key'],
  );
  assert.match(json.authentication.how_to_apply, /operator/);
  assert.deepEqual(
    json.tools.map(({ name }: { name: string }) => name),
    [...AGENT_TOOLS],
  );
  for (const { description, input_schema, output_schema } of json.tools) {
    assert.match(description, /Use this/);
    assert.match(description, /does not|is not a recommendation/);
    assert.deepEqual([input_schema.type, output_schema.type], ['object', 'object']);
  }
  assert.deepEqual(json.mcp_protocol_versions, ['2026-07-28', '2025-11-25', '2025-06-18']);
  const again = await api.get('/api/mcp', undefined, {
    'if-none-match': String((await api.get('/api/mcp')).headers.etag),
  });
  assert.equal(again.status, 304);
});

test('there is no stream to open: GET with Accept: text/event-stream is 405, and so is any other method', async () => {
  for (const accept of ['text/event-stream', 'application/json, text/event-stream']) {
    const { status, json, headers } = await api.get('/api/mcp', key, { accept });
    assert.deepEqual([status, json.code, headers.allow], [405, 'method_not_allowed', 'GET, HEAD, POST']);
  }
  const manifest = await api.get('/api/mcp');
  assert.equal(manifest.headers.vary, 'Accept, Accept-Encoding', 'no cache gives one for the other');
  const { status, headers } = await api.call('DELETE', '/api/mcp', { key });
  assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, POST']);
});

test('calls count in usage by their tool, and stand in the audit trail without what was asked', async () => {
  const member = await inPilot(office);
  const { key: used, id } = await issue(office, member, { agent_scope: true });
  await known(api, used);
  await callTool(api, used, 'get_provider_score', ask);
  await callTool(api, used, 'get_provider_score', { provider_name: 'Secret Project' });
  await callTool(api, used, 'get_provider_score', {});
  await callTool(api, used, 'no_such_tool', {});
  await sendMessage(api, used, toolMessage('search_providers', { query: 'secret' }));
  await sendMessage(api, used, toolMessage('compare_providers', { provider_names: ['one'] }));
  await sendMessage(api, used, { jsonrpc: '2.0', id: 7, method: 'tools/list' });
  await api.call('POST', '/api/mcp', { key: used, body: '{"tool_name":' });
  await api.call('POST', '/api/mcp', { key: used, body: 'x'.repeat(20_000) });
  const { json } = await api.get('/api/v1/usage', used);
  const counted = Object.fromEntries(
    json.data.map(({ operation, accepted }: { operation: string; accepted: number }) => [
      operation,
      accepted,
    ]),
  );
  assert.deepEqual(counted, {
    'callAgentTool:get_provider_score': 3,
    'callAgentTool:search_providers': 1,
    'callAgentTool:compare_providers': 1,
    callAgentTool: 4,
    getUsage: 1,
    listIssuances: counted.listIssuances,
  });
  const { token } = await issueMemberToken(office.desk, member, member.id);
  const env = { RF_DATA_DIR: api.dataDir, RF_TOKEN: token };
  const listed = await rf(['agent-calls', '--workspace', member.workspace.name, '--json'], { env });
  const trail = JSON.parse(listed.stdout);
  assert.deepEqual(
    trail.map((call: Record<string, string>) => [call.tool, call.endpoint, call.outcome]).reverse(),
    [
      ['get_provider_score', 'plain', 'ok'],
      ['get_provider_score', 'plain', 'provider_not_found'],
      ['get_provider_score', 'plain', 'validation_failed'],
      [null, 'plain', 'validation_failed'],
      ['search_providers', 'mcp', 'ok'],
      ['compare_providers', 'mcp', 'validation_failed'],
    ],
  );
  for (const call of trail) {
    assert.equal(call.key_id, id);
    assert.ok(call.duration_us >= 0 && call.duration_us < 10_000_000);
    assert.match(call.request_id, /^[0-9a-f-]{36}$/);
  }
  assert.doesNotMatch(listed.stdout, /secret/i);
});

test('an input with members that no tool has is refused, however many there are and whatever they are called', async () => {
  const many = Object.fromEntries('abcdefghijkl'.split('').map((letter) => [letter, null]));
  const bodies = [
    JSON.stringify(many),
    '{"__proto__":1}',
    '{"constructor":{}}',
    '{"provider_name":"x","__proto__":{}}',
  ];
  for (const input of bodies) {
    const body = `{"tool_name":"get_provider_score","input":${input}}`;
    const { status, json } = await api.call('POST', '/api/mcp', { key, body });
    assert.deepEqual([status, json.code], [422, 'validation_failed'], input);
    assert.match(json.errors[0].pointer, /^\/input/);
  }
});

test('what the protocol has that we have not is told in its forms', async () => {
  const rpc = async (body: unknown, headers: Record<string, string> = MCP_HEADERS) => {
    const { status, json } = await sendMessage(api, key, body, headers);
    return [status, json?.error?.code, json?.id];
  };
  assert.deepEqual(await rpc([toolMessage('get_methodology', {})]), [400, -32600, null], 'a batch');
  const listen = { jsonrpc: '2.0', id: 5, method: 'subscriptions/listen', params: {} };
  assert.deepEqual(await rpc(listen), [404, -32601, 5]);
  assert.deepEqual(await rpc({ jsonrpc: '2.0', id: 6, method: 'resources/list' }), [200, -32601, 6]);
  assert.deepEqual(await rpc(toolMessage('no_such_tool', {}, 8)), [200, -32602, 8]);
  assert.deepEqual(await rpc(toolMessage('get_methodology', {}, 9), {}), [406, -32000, null]);
  const old = { ...MCP_HEADERS, 'mcp-protocol-version': '2024-11-05' };
  assert.deepEqual((await rpc(toolMessage('get_methodology', {}), old))[0], 400);
  const note = await sendMessage(api, key, { jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.deepEqual([note.status, note.text], [202, '']);
});
