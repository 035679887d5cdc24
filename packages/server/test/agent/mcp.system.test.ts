// rf mcp as agents start it: each test starts a process of it. And the official tools, where they are installed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AGENT_TOOLS } from '@rf-indicators/contract';
import { repository } from '../../../../test/support/repository.ts';
import { RUN_MARK, rfInOwnProcess } from '../../../../test/support/rf-process.ts';
import {
  connected,
  INPUTS,
  LAUNCHER,
  mcpWorld,
  NAME,
  requireEveryTool,
  requireUsefulErrors,
  VERSIONS,
} from './mcp-world.ts';
import { conformance, inspector, keyedProxy, runTool } from './official-tools.ts';

const world = await mcpWorld();
const { api, key, overStdio } = world;

test(`the official client lists and calls every tool over stdio, protocol ${VERSIONS.legacy}`, async (t) => {
  await requireEveryTool(world, await connected(t, overStdio(), 'legacy'), 'legacy');
});

test('errors over stdio are told so that a model can act on them', async (t) => {
  await requireUsefulErrors(await connected(t, overStdio(), 'auto'));
});

test('a key that may not is told why over stdio', async (t) => {
  const client = await connected(t, overStdio(api.keys.PROFESSIONAL), 'auto');
  const { isError, content } = await client.callTool({ name: 'get_methodology', arguments: {} });
  assert.equal(isError, true);
  assert.match(JSON.stringify(content), /workspace is not enabled for the agent pilot.*pilot_not_enabled/);
});

test('rf mcp ends when its agent does', async () => {
  const ended = await rfInOwnProcess(['mcp'], { RF_URL: api.url, RF_API_KEY: key });
  assert.deepEqual([ended.code, ended.stdout], [0, '']);
});

const guide = readFileSync(path.join(repository, 'docs/use/agents.md'), 'utf8');
const blocks = [...guide.matchAll(/^```json\n(.*?)^```$/gms)].map(([, block]) => JSON.parse(block!));

test('the configurations in docs/use/agents.md are started as they stand there, and the tools answer', async (t) => {
  const servers = blocks.flatMap((block) =>
    Object.values((block.mcpServers ?? block.servers ?? {}) as Record<string, Configured>),
  );
  assert.ok(servers.length >= 4);
  for (const { command, args, env, url, headers } of servers) {
    const mine = (text: string) =>
      text
        .replace('http://localhost:8080', api.url)
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

test('the inspector’s command line lists and calls every tool, over HTTP and stdio', async (t) => {
  const command = inspector();
  if (command === null)
    return t.skip('@modelcontextprotocol/inspector is not installed: npm run test:full installs it');
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
    return t.skip('@modelcontextprotocol/conformance is not installed: npm run test:full installs it');
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
