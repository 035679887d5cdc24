// The agent tools, through the plain endpoint and as messages of the Model Context Protocol.

import type { Client } from './client.ts';
import { askWithKeys } from './variants.ts';
import type { World } from './world.ts';

const TARGET = '/api/mcp';
const OPERATION = 'callAgentTool';
const KEY = 'AGENT';
const JSON_TYPE = { 'content-type': 'application/json' };
const MODERN = '2026-07-28';
const LEGACY = ['2025-11-25', '2025-06-18'];

interface ToolCall {
  tool: string;
  input: unknown;
}

export async function askAgentTools(client: Client, world: World): Promise<void> {
  const calls = toolCalls(world);
  for (const { tool, input } of calls) await askPlain(client, { tool_name: tool, input });
  for (const { tool, input } of calls) {
    await askMessage(client, LEGACY[0]!, 'tools/call', { name: tool, arguments: input });
  }
  // Each tool once more in the other versions of the protocol.
  const once = calls.filter(({ tool }, index) => calls.findIndex((other) => other.tool === tool) === index);
  for (const { tool, input } of once) {
    for (const version of [MODERN, LEGACY[1]!]) {
      await askMessage(client, version, 'tools/call', { name: tool, arguments: input });
    }
  }
  await askProtocol(client, world);
  await askBadBodies(client);
  const body = JSON.stringify({
    tool_name: 'get_provider_score',
    input: { provider_id: world.providers[0]!.slug },
  });
  await askWithKeys(client, {
    operation: OPERATION,
    method: 'POST',
    target: TARGET,
    headers: JSON_TYPE,
    body,
  });
}

function toolCalls({ providers }: World): ToolCall[] {
  const calls: ToolCall[] = [];
  const call = (tool: string, ...inputs: unknown[]) => {
    for (const input of inputs) calls.push({ tool, input });
  };
  const names = providers.map(({ name }) => name);
  for (const { id, slug, name, publishedAt } of providers) {
    call('get_provider_score', { provider_name: name }, { provider_id: slug }, { provider_id: id });
    call('get_provider_score', { provider_name: name.toUpperCase() }, { provider_name: name.slice(0, 3) });
    call('get_score_history', { provider_name: name }, { provider_name: name, limit: 2 });
    const [newest] = publishedAt;
    if (newest)
      call('get_score_history', { provider_name: slug, from: newest }, { provider_name: slug, to: newest });
    call('search_providers', { query: name }, { query: name.split(' ')[0] });
  }
  call(
    'get_provider_score',
    { provider_name: 'Nobody' },
    { provider_name: '' },
    { provider_id: 'no-such' },
    {},
  );
  call('get_provider_score', { provider_name: names[0], provider_id: 'x' }, { other: 1 }, null, 'text', []);
  call(
    'get_score_history',
    { provider_name: names[0], from: '2026-13-01' },
    { provider_name: names[0], limit: 0 },
  );
  for (const name of names.slice(1)) call('compare_providers', { provider_names: [names[0], name] });
  call('compare_providers', { provider_names: names.slice(0, 10) }, { provider_names: [names[0]] });
  call(
    'compare_providers',
    { provider_names: [names[0], names[0]] },
    { provider_names: [names[0], 'Nobody'] },
  );
  call(
    'search_providers',
    {},
    { query: 'zzz' },
    { limit: 1 },
    { limit: 50 },
    { limit: 51 },
    { min_score: 60 },
  );
  for (const planner_type of ['btc', 'fiat', 'stablecoin', 'other']) {
    for (const risk_band of ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH'])
      call('search_providers', { planner_type, risk_band });
  }
  call('get_methodology', {}, { section: 'other' });
  for (const section of ['overview', 'modules', 'criteria', 'hard_rules', 'thresholds', 'versions']) {
    call('get_methodology', { section });
  }
  call('no_such_tool', {});
  return calls;
}

async function askProtocol(client: Client, { providers }: World): Promise<void> {
  const [first, second] = providers.map(({ name }) => name);
  for (const version of [MODERN, ...LEGACY, '2025-03-26', 'x']) {
    const clientInfo = { name: 'answers', version: '1.0.0' };
    await askMessage(client, version, 'initialize', {
      protocolVersion: version,
      capabilities: {},
      clientInfo,
    });
    for (const method of ['server/discover', 'ping', 'tools/list', 'resources/list', 'no/such']) {
      await askMessage(client, version, method, {});
    }
    const prompts = await askMessage(client, version, 'prompts/list', {});
    for (const name of promptNames(prompts)) {
      await askMessage(client, version, 'prompts/get', { name, arguments: { provider_name: first } });
      await askMessage(client, version, 'prompts/get', {
        name,
        arguments: { provider_names: `${first}; ${second}` },
      });
    }
    await askMessage(client, version, 'prompts/get', { name: 'no-such', arguments: {} });
    await askMessage(client, version, 'tools/call', { name: 'get_provider_score' });
    await askBody(
      client,
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      mcpHeaders(version),
    );
  }
}

async function askBadBodies(client: Client): Promise<void> {
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '[{"jsonrpc":"2.0"}]',
    '{}',
    '{"tool_name":1}',
    '{"jsonrpc":"2.0"}',
    '"x"',
  ];
  const long = JSON.stringify({ tool_name: 'get_methodology', input: {}, filler: 'x'.repeat(17_000) });
  for (const headers of [JSON_TYPE, mcpHeaders(LEGACY[0]!)]) {
    for (const body of [...bodies, '{"a":1,"a":2}', long]) await askBody(client, body, headers);
    await askBody(client, '{}', { ...headers, 'content-type': 'text/plain' });
    await askBody(client, '{}', { ...headers, 'content-type': 'application/json; charset=latin1' });
    await askBody(client, '{}', { ...headers, 'content-encoding': 'gzip' });
  }
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'ping' });
  for (const accept of ['application/json', 'text/event-stream', 'text/html']) {
    await askBody(client, ping, { ...JSON_TYPE, accept });
  }
}

function askPlain(client: Client, body: unknown): Promise<string> {
  return askBody(client, JSON.stringify(body), JSON_TYPE);
}

function askMessage(client: Client, version: string, method: string, params: object): Promise<string> {
  const isModern = version === MODERN;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'answers', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = { jsonrpc: '2.0', id: 1, method, params: isModern ? { ...params, _meta } : params };
  const name = (params as { name?: string }).name;
  const named = isModern ? { 'mcp-method': method, ...(name === undefined ? {} : { 'mcp-name': name }) } : {};
  return askBody(client, JSON.stringify(body), { ...mcpHeaders(version), ...named });
}

function mcpHeaders(version: string): Record<string, string> {
  return { ...JSON_TYPE, accept: 'application/json, text/event-stream', 'mcp-protocol-version': version };
}

async function askBody(client: Client, body: string, headers: Record<string, string>): Promise<string> {
  const { text } = await client.ask({
    operation: OPERATION,
    method: 'POST',
    target: TARGET,
    key: KEY,
    headers,
    body,
  });
  return text ?? '';
}

function promptNames(text: string): string[] {
  const { result } = JSON.parse(text) as { result?: { prompts?: { name: string }[] } };
  return (result?.prompts ?? []).map(({ name }) => name);
}
