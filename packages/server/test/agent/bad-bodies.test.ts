// Bodies that nobody should send: each gets a proper error in the form of the door it came to, and never a 5xx.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENT_TOOLS } from '@rf-indicators/contract';
import fc from 'fast-check';
import { startApi } from '../../../../test/support/api.ts';
import { cases } from '../../../../test/support/counts.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { anyCharacter } from '../any-character.ts';
import { officeOf } from '../http/customers.ts';
import { agentKey, MCP_HEADERS } from './pilot.ts';

const COUNT = cases(50, 2000);
const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const key = await agentKey(api, office);

const anything = fc.jsonValue({ maxDepth: 3 });
const tool = fc.constantFrom(...AGENT_TOOLS);
const name = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constant(''),
);

/** Right in most places, so that it gets far before it is refused. */
const input = fc.oneof(
  anything,
  fc.record({ provider_name: fc.oneof(anything, name) }, { requiredKeys: [] }),
  fc.record({ provider_names: fc.array(fc.oneof(name, anything), { maxLength: 12 }) }),
  fc.record({ provider_name: name, from: fc.oneof(name, fc.constant('2026-02-30')), limit: anything }),
  fc.record({
    query: name,
    min_score: anything,
    risk_band: fc.constantFrom('LOW', 'low', 1),
    planner_type: anything,
  }),
  fc.record({ section: anything, more: anything }),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'provider_name', 'toString'), anything),
);

const broken = fc.oneof(
  fc.string({ maxLength: 40 }).map((text) => `{${text}`),
  fc.constant('{"tool_name":"get_methodology","tool_name":"get_methodology","input":{}}'),
  fc.constant(`{"tool_name":"get_methodology","input":{"section":"${'x'.repeat(17_000)}"}}`),
  fc.constant(''),
  fc.constant('{"a":'.repeat(500)),
  fc.uint8Array({ minLength: 1, maxLength: 40 }),
);

const plainBody = fc.oneof(
  { weight: 6, arbitrary: fc.record({ tool_name: fc.oneof(tool, anything), input }, { requiredKeys: [] }) },
  { weight: 2, arbitrary: anything.filter((value) => !Array.isArray(value)) },
  { weight: 2, arbitrary: fc.record({ tool_name: tool, input, more: anything }) },
  { weight: 2, arbitrary: broken },
);

const method = fc.constantFrom(
  'tools/call',
  'tools/list',
  'prompts/get',
  'initialize',
  'ping',
  'resources/read',
  'x',
);
const id = fc.oneof(fc.integer(), fc.string({ maxLength: 8 }), fc.constant(null), anything);
const mcpBody = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0', 2),
        id,
        method: fc.oneof({ weight: 4, arbitrary: method }, anything),
        params: fc.oneof(fc.record({ name: fc.oneof(tool, anything), arguments: input }), anything),
      },
      { requiredKeys: ['jsonrpc'] },
    ),
  },
  { weight: 2, arbitrary: fc.array(anything, { maxLength: 3 }) },
  { weight: 1, arbitrary: anything.filter((value) => typeof value !== 'object' || value === null) },
  { weight: 2, arbitrary: broken },
);

const sent = (body: unknown) =>
  body instanceof Uint8Array || typeof body === 'string' ? body : JSON.stringify(body);
const SEED = { seed: 20260401, numRuns: COUNT };
/** Whether a body may be the answer to what was, after all, a good question. */
const isResult = (json: { tool_name?: unknown; result?: unknown }) =>
  json.tool_name !== undefined && json.result !== undefined;

test(`${COUNT} bad bodies at the plain door: a problem document each`, async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(plainBody, async (body) => {
      const { status, json, headers, text } = await api.call('POST', '/api/mcp', { key, body: sent(body) });
      const what = `${String(sent(body)).slice(0, 300)} → ${status} ${text.slice(0, 300)}`;
      if (status === 200) return assert.ok(isResult(json), what);
      refused += 1;
      assert.equal(headers['content-type'], 'application/problem+json', what);
      assert.ok([400, 404, 413, 422].includes(status), what);
    }),
    SEED,
  );
  assert.ok(refused > 0.7 * COUNT, `${refused} were refused`);
});

test(`${COUNT} bad bodies at the door of the protocol: a JSON-RPC error each`, async () => {
  let refused = 0;
  const VERSIONS = ['2025-11-25', '2025-06-18', '2026-07-28', 'x'];
  await fc.assert(
    fc.asyncProperty(mcpBody, fc.constantFrom(...VERSIONS), async (body, version) => {
      const sentHeaders = { ...MCP_HEADERS, 'mcp-protocol-version': version };
      const called = await api.call('POST', '/api/mcp', { key, headers: sentHeaders, body: sent(body) });
      const { status, json, headers, text } = called;
      const what = `${String(sent(body)).slice(0, 300)} → ${status} ${text.slice(0, 300)}`;
      assert.ok(status < 500, what);
      // A notification has no answer, whatever is in it.
      if (status === 202) return assert.equal(text, '', what);
      assert.equal(headers['content-type'], 'application/json', what);
      assert.equal(json.jsonrpc, '2.0', what);
      const isError = json.error !== undefined || json.result?.isError === true;
      if (isError) refused += 1;
      else assert.equal(status, 200, what);
      if (json.error) assert.ok(Number.isInteger(json.error.code) && json.error.message.length > 0, what);
    }),
    SEED,
  );
  assert.ok(refused > 0.5 * COUNT, `${refused} were refused`);
});

test('both endpoints refuse member names that change prototypes', async () => {
  const inputs = [
    '{"section":"weights","__proto__":{"isAdmin":true}}',
    '{"section":"weights","\\u005f_proto__":1}',
    '{"section":"weights","constructor":{"prototype":{"isAdmin":true}}}',
    '{"section":{"deep":[{"__proto__":null}]}}',
  ];
  for (const text of inputs) {
    const plain = await api.call('POST', '/api/mcp', {
      key,
      body: `{"tool_name":"get_methodology","input":${text}}`,
    });
    assert.deepEqual([plain.status, plain.json.code], [422, 'validation_failed'], text);
  }
  const messages = [
    ...inputs.map((text) => `"params":{"name":"get_methodology","arguments":${text}}`),
    '"params":{"name":"get_methodology","arguments":{},"__proto__":{"x":1}}',
    '"params":{"name":"get_methodology","arguments":{},"_meta":{"constructor":{"prototype":{}}}}',
    '"params":{"name":"get_methodology","arguments":{}},"__proto__":{"x":1}',
  ];
  for (const version of ['2025-11-25', '2026-07-28']) {
    for (const text of messages) {
      const { status, json } = await api.call('POST', '/api/mcp', {
        key,
        headers: { ...MCP_HEADERS, 'mcp-protocol-version': version },
        body: `{"jsonrpc":"2.0","id":7,"method":"tools/call",${text}}`,
      });
      assert.deepEqual([status, json.error?.code, json.id], [400, -32600, 7], `${version} ${text}`);
      assert.match(json.error.message, /(__proto__|constructor\/prototype) is not a known member/);
    }
  }
  // A provider may be called so.
  const asked = await api.call('POST', '/api/mcp', {
    key,
    headers: { ...MCP_HEADERS, 'mcp-protocol-version': '2025-11-25' },
    body: '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"search_providers","arguments":{"query":"__proto__"}}}',
  });
  assert.deepEqual(
    [asked.status, asked.json.error, asked.json.result?.isError ?? false],
    [200, undefined, false],
  );
});

test('none of them was a fault of ours', () => {
  assert.equal(api.errors(), '');
});
