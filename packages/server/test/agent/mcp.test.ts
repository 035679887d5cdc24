// The official client of the Model Context Protocol, over HTTP and over stdio, in the current protocol version and in
// the one before: it lists and calls every tool, and holds each result against the schema that the tool published.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AGENT_TOOLS } from '@rf-indicators/contract';
import { renameProvider } from '@rf-indicators/core/desk/providers/change-provider';
import { startApi } from '../../../../test/support/api.ts';
import { cases } from '../../../../test/support/counts.ts';
import { type Lifetime, repository, rf, wholeFile } from '../../../../test/support/rf.ts';
import { RUN_MARK, rfInOwnProcess } from '../../../../test/support/rf-process.ts';
import { until } from '../../../../test/support/until.ts';
import { SERVER_INFO } from '../../src/agent/about.ts';
import { TOOLS } from '../../src/agent/tools.ts';
import { officeOf } from '../http/customers.ts';
import { conformance, inspector, keyedProxy, runTool } from './official-tools.ts';
import { agentKey, callTool } from './pilot.ts';

const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const key = await agentKey(api, office);
const LAUNCHER = path.join(repository, 'packages/server/bin/rf.mjs');
const NAME = 'Brindlewick Vaults';

// Two providers whose names begin alike.
await renameProvider(office.desk, office.operator, 'pennythrift', 'Brindlewick Notes');
await until('the new name is known', async () => {
  return (
    (await callTool(api, key, 'get_provider_score', { provider_name: 'Brindlewick Notes' })).status === 200
  );
});

/** Comparing with a name that is not there has an error within the result. */
const INPUTS: Record<string, Record<string, unknown>> = {
  ...Object.fromEntries(AGENT_TOOLS.map((name) => [name, TOOLS[name].example])),
  compare_providers: { provider_names: [NAME, 'quillmere', 'Nobody'] },
};

const overHttp = () =>
  new StreamableHTTPClientTransport(new URL(`${api.url}/api/mcp`), {
    requestInit: { headers: { 'x-api-key': key } },
  });
const overStdio = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'mcp'],
    env: { RF_URL: api.url, RF_API_KEY: key },
  });

async function connected(t: Lifetime, transport: Transport, mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'rf-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}

const DOORS = { HTTP: overHttp, stdio: overStdio };
const VERSIONS = { auto: '2026-07-28', legacy: '2025-11-25' } as const;
const MODES: readonly (keyof typeof VERSIONS)[] = ['auto', 'legacy'];

for (const [door, transport] of Object.entries(DOORS)) {
  // A process of rf mcp for each version; the version before is also tried over HTTP.
  for (const mode of door === 'stdio' ? cases<typeof MODES>(['auto'], MODES) : MODES) {
    test(`the official client lists and calls every tool over ${door}, protocol ${VERSIONS[mode]}`, async (t) => {
      const client = await connected(t, transport(), mode);
      assert.equal(client.getNegotiatedProtocolVersion(), VERSIONS[mode]);
      assert.equal(client.getServerVersion()?.name, 'rf-risk-indicators');
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        [...AGENT_TOOLS],
      );
      for (const { annotations, outputSchema, description } of tools) {
        assert.deepEqual([annotations?.readOnlyHint, annotations?.destructiveHint], [true, false]);
        assert.ok(outputSchema && description);
      }
      for (const name of AGENT_TOOLS) {
        // The client checks structuredContent against the outputSchema it was given.
        const { isError, structuredContent, content } = await client.callTool({
          name,
          arguments: INPUTS[name]!,
        });
        assert.ok(!isError, JSON.stringify(content).slice(0, 300));
        const plain = await callTool(api, key, name, INPUTS[name]);
        assert.deepEqual(structuredContent, plain.json.result, name);
        const [block] = content as { type: string; text: string }[];
        assert.ok(plain.text.includes(block!.text), 'the text is the plain door’s, digit by digit');
      }
    });
  }
}

// Over stdio, rf mcp passes on what the service answers over HTTP.
for (const [door, transport] of Object.entries(cases<Partial<typeof DOORS>>({ HTTP: overHttp }, DOORS))) {
  test(`errors over ${door} are told so that a model can act on them`, async (t) => {
    const client = await connected(t, transport(), 'auto');
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
  });
}

test('prompts are listed, and one that there is not is refused', async (t) => {
  const client = await connected(t, overHttp(), 'auto');
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    [
      'change-explanation',
      'committee-memo',
      'one-provider-summary',
      'refusal-to-advise',
      'side-by-side-comparison',
      'watch-list-digest',
    ],
  );
  for (const { name, arguments: taken = [] } of prompts) {
    const given = Object.fromEntries(taken.map((argument) => [argument.name, NAME]));
    const { messages } = await client.getPrompt({ name, arguments: given });
    assert.match(JSON.stringify(messages), /RF-[0-9A-Z]{5}-[0-9A-Z-]+/, `${name} names the indicator`);
    assert.ok(JSON.stringify(messages).includes(NAME));
  }
  const both = { provider_names: `${NAME}; pennythrift` };
  const { messages } = await client.getPrompt({ name: 'side-by-side-comparison', arguments: both });
  assert.match(JSON.stringify(messages), /Brindlewick Notes/, 'found by its old slug');
  await assert.rejects(client.getPrompt({ name: 'one-provider-summary', arguments: {} }), /provider_name/);
  await assert.rejects(
    client.getPrompt({ name: 'one-provider-summary', arguments: { provider_name: 'brindlewick' } }),
    /more than one|several|ambiguous/i,
  );
  await assert.rejects(client.getPrompt({ name: 'nothing' }), /prompt does not exist/);
});

test('a key that may not is told why, over both', async (t) => {
  const { PROFESSIONAL } = api.keys;
  const refused = new StreamableHTTPClientTransport(new URL(`${api.url}/api/mcp`), {
    requestInit: { headers: { 'x-api-key': PROFESSIONAL } },
  });
  await assert.rejects(
    new Client({ name: 'rf-test', version: '1' }).connect(refused),
    /403|pilot_not_enabled/,
  );
  const env = { RF_URL: api.url, RF_API_KEY: PROFESSIONAL };
  const client = await connected(
    t,
    new StdioClientTransport({ command: process.execPath, args: [LAUNCHER, 'mcp'], env }),
    'auto',
  );
  const { isError, content } = await client.callTool({ name: 'get_methodology', arguments: {} });
  assert.equal(isError, true);
  assert.match(JSON.stringify(content), /workspace is not enabled for the agent pilot.*pilot_not_enabled/);
});

test('rf mcp says what is missing, and ends when its agent does', async () => {
  const without = await rf(['mcp'], { env: { RF_URL: api.url, RF_API_KEY: '' } });
  assert.deepEqual([without.code, /RF_API_KEY/.test(without.stderr)], [2, true]);
  const nobody = await rf(['mcp'], { env: { RF_URL: 'http://127.0.0.1:1', RF_API_KEY: key } });
  assert.deepEqual([nobody.code, nobody.stdout], [2, '']);
  assert.match(nobody.stderr, /cannot be used/);
  const ended = await rfInOwnProcess(['mcp'], { RF_URL: api.url, RF_API_KEY: key });
  assert.deepEqual([ended.code, ended.stdout], [0, '']);
});

// ---- docs/agents.md ----

const guide = readFileSync(path.join(repository, 'docs/agents.md'), 'utf8');
const blocks = [...guide.matchAll(/^```json\n(.*?)^```$/gms)].map(([, block]) => JSON.parse(block!));

test('the configurations in docs/agents.md are started as they stand there, and the tools answer', async (t) => {
  const servers = blocks.flatMap((block) =>
    Object.values((block.mcpServers ?? block.servers ?? {}) as Record<string, Configured>),
  );
  assert.ok(servers.length >= 4);
  for (const { command, args, env, url, headers } of servers) {
    const mine = (text: string) =>
      text
        .replace('https://indicators.example', api.url)
        .replace('rf_live_YOUR_KEY', key)
        .replace('/opt/rf-risk-indicators/', repository);
    const transport =
      command === undefined
        ? new StreamableHTTPClientTransport(new URL(mine(url!)), {
            requestInit: { headers: mapped(headers!, mine) },
          })
        : new StdioClientTransport({
            command,
            args: args!.map(mine),
            env: { ...inherited(), ...mapped(env!, mine) },
          });
    const client = await connected(t, transport, 'legacy');
    assert.equal((await client.listTools()).tools.length, AGENT_TOOLS.length);
    const { isError } = await client.callTool({
      name: 'get_provider_score',
      arguments: { provider_name: NAME },
    });
    assert.ok(!isError);
    await client.close();
  }
});

interface Configured {
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  url?: string;
  headers?: Record<string, string>;
}

function mapped(texts: Record<string, string>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));
}

function inherited(): Record<string, string> {
  const bin = path.join(repository, 'node_modules/.bin');
  return { ...RUN_MARK, PATH: `${bin}${path.delimiter}${process.env.PATH}`, HOME: process.env.HOME ?? '/' };
}

test('the call in docs/agents.md answers as it says', async () => {
  const [, script] = /^```sh\n(.*?)^```$/ms.exec(guide)!;
  const asked = script!.replaceAll('https://indicators.example', api.url).replaceAll('$RF_API_KEY', key);
  const { stdout } = await runTool('sh', ['-euc', asked]);
  const { tool_name, result } = JSON.parse(stdout);
  assert.deepEqual([tool_name, result.name], ['get_provider_score', NAME]);
});

test('the registry entry is ready: it says who the server says it is, and holds no secret', () => {
  const entry = JSON.parse(readFileSync(path.join(repository, 'docs/mcp/server.json'), 'utf8'));
  assert.match(
    entry.$schema,
    /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/[\d-]+\/server\.schema\.json$/,
  );
  assert.match(entry.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.deepEqual([entry.title, entry.version], [SERVER_INFO.title, SERVER_INFO.version]);
  assert.ok(entry.description.length <= 100, 'the registry takes 100 characters');
  const [{ type, url, headers }] = entry.remotes;
  assert.deepEqual([type, new URL(url).pathname], ['streamable-http', '/api/mcp']);
  const [{ name, isSecret, isRequired, value }] = headers;
  assert.deepEqual([name, isSecret, isRequired, value], ['x-api-key', true, true, undefined]);
});

// ---- the official tools, where they are installed ----

test('the inspector’s command line lists and calls every tool, over HTTP and stdio', async (t) => {
  const command = inspector();
  if (command === null)
    return t.skip('@modelcontextprotocol/inspector is not installed: see CONTRIBUTING.md');
  const targets = {
    HTTP: [`${api.url}/api/mcp`, '--transport', 'http', '--header', `x-api-key: ${key}`],
    stdio: [process.execPath, LAUNCHER, 'mcp', '-e', `RF_URL=${api.url}`, '-e', `RF_API_KEY=${key}`],
  };
  for (const [door, target] of Object.entries(targets)) {
    const inspect = async (...args: string[]) => {
      const { stdout, stderr } = await runTool(process.execPath, [command, '--cli', ...target, ...args]);
      return JSON.parse(stdout || stderr);
    };
    const { tools } = await inspect('--method', 'tools/list');
    assert.deepEqual(
      tools.map(({ name }: { name: string }) => name),
      [...AGENT_TOOLS],
      door,
    );
    for (const name of AGENT_TOOLS) {
      const given = Object.entries(INPUTS[name]!).map(([member, value]) => {
        return `${member}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
      });
      const args = [
        '--method',
        'tools/call',
        '--tool-name',
        name,
        ...given.flatMap((one) => ['--tool-arg', one]),
      ];
      const { isError, structuredContent } = await inspect(...args);
      assert.ok(!isError && structuredContent.notice, `${name} over ${door}`);
    }
  }
});

test('the conformance suite passes for what we declare: handshake, ping, tools and prompts', async (t) => {
  const command = conformance();
  if (command === null)
    return t.skip('@modelcontextprotocol/conformance is not installed: see CONTRIBUTING.md');
  const url = await keyedProxy(t, api.url, key);
  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'prompts-list']) {
    const { stdout, code } = await runTool(process.execPath, [
      command,
      'server',
      '--url',
      `${url}/api/mcp`,
      '--scenario',
      scenario,
    ]);
    assert.equal(code, 0, `${scenario}:\n${stdout}`);
    assert.match(stdout, /(Passed: 1\/1|1 passed), 0 failed/i, scenario);
  }
});
