// The demo with two providers whose names begin alike, a key of the agent pilot, and the official client of the Model
// Context Protocol, over HTTP and over stdio.

import assert from 'node:assert/strict';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AGENT_TOOLS } from '@rf-indicators/contract';
import { type Api, startApi } from '../../../../test/support/api.ts';
import { type Lifetime, wholeFile } from '../../../../test/support/lifetime.ts';
import { renameProvider } from '../../../../test/support/naming.ts';
import { repository } from '../../../../test/support/repository.ts';
import { RUN_MARK } from '../../../../test/support/rf-process.ts';
import { until } from '../../../../test/support/until.ts';
import { TOOLS } from '../../src/agent/tools.ts';
import { activatePolicy, issue, officeOf } from '../http/customers.ts';
import { callTool, inPilot, known, POLICY } from './pilot.ts';

export const LAUNCHER = path.join(repository, 'packages/server/bin/rf.mjs');
export const NAME = 'Brindlewick Vaults';
export const VERSIONS = { auto: '2026-07-28', legacy: '2025-11-25' } as const;
export type Mode = keyof typeof VERSIONS;

/** Comparing with a name that is not there has an error within the result. */
export const INPUTS: Record<string, Record<string, unknown>> = {
  ...Object.fromEntries(AGENT_TOOLS.map((name) => [name, TOOLS[name].example])),
  compare_providers: { provider_names: [NAME, 'quillmere', 'Nobody'] },
};

export interface McpWorld {
  api: Api;
  key: string;
  overHttp(key?: string): Transport;
  overStdio(key?: string): Transport;
}

/** For the whole file. */
export async function mcpWorld(): Promise<McpWorld> {
  const api = await startApi(wholeFile);
  const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
  const member = await inPilot(office);
  const { key } = await issue(office, member, { agent_scope: true });
  await activatePolicy(office, member, { name: POLICY });
  await known(api, key);
  await renameProvider(office.desk, office.operator, 'pennythrift', 'Brindlewick Notes');
  const renamed = { provider_name: 'Brindlewick Notes' };
  await until(
    'the new name is known',
    async () => (await callTool(api, key, 'get_provider_score', renamed)).status === 200,
  );
  return {
    api,
    key,
    overHttp: (own = key) =>
      new StreamableHTTPClientTransport(new URL(`${api.url}/api/mcp`), {
        requestInit: { headers: { 'x-api-key': own } },
      }),
    overStdio: (own = key) =>
      new StdioClientTransport({
        command: process.execPath,
        args: [LAUNCHER, 'mcp'],
        env: { ...RUN_MARK, RF_URL: api.url, RF_API_KEY: own },
      }),
  };
}

export async function connected(t: Lifetime, transport: Transport, mode: Mode): Promise<Client> {
  const client = new Client({ name: 'rf-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}

export async function requireEveryTool({ api, key }: McpWorld, client: Client, mode: Mode): Promise<void> {
  assert.equal(client.getNegotiatedProtocolVersion(), VERSIONS[mode]);
  assert.equal(client.getServerVersion()?.name, 'rf-risk-indicators');
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    [...AGENT_TOOLS],
  );
  for (const { name, annotations, outputSchema, description } of tools) {
    // The decision log of the workspace keeps each decision.
    const isRead = name !== 'evaluate_policy';
    assert.deepEqual([annotations?.readOnlyHint, annotations?.destructiveHint], [isRead, false]);
    assert.ok(outputSchema && description);
  }
  for (const name of AGENT_TOOLS) {
    // The client checks structuredContent against the outputSchema it was given.
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: INPUTS[name]! });
    assert.ok(!isError, JSON.stringify(content).slice(0, 300));
    // Each of its calls is another decision.
    if (name === 'evaluate_policy') continue;
    const plain = await callTool(api, key, name, INPUTS[name]);
    assert.deepEqual(structuredContent, plain.json.result, name);
    const [block] = content as { type: string; text: string }[];
    assert.ok(plain.text.includes(block!.text), 'the text is the plain door’s, digit by digit');
  }
}

export async function requireUsefulErrors(client: Client): Promise<void> {
  const failed = async (name: string, input: Record<string, unknown>) => {
    const { isError, content } = await client.callTool({ name, arguments: input });
    assert.equal(isError, true);
    return JSON.parse((content as { text: string }[])[0]!.text).error;
  };
  const unknown = await failed('get_provider_score', { provider_name: 'Brindelwick Vault' });
  assert.deepEqual([unknown.code, unknown.candidates[0].name], ['provider_not_found', NAME]);
  const ambiguous = await failed('get_provider_score', { provider_name: 'brindlewick' });
  assert.equal(ambiguous.code, 'ambiguous_name');
  assert.equal(ambiguous.candidates.length, 2);
  assert.match((await failed('get_provider_score', {})).message, /either provider_name or provider_id/);
  assert.match((await failed('compare_providers', { provider_names: [1] })).message, /provider_names/);
  await assert.rejects(client.callTool({ name: 'place_order', arguments: {} }), /tool does not exist/);
}
