// The official client of the Model Context Protocol, over HTTP in the current protocol version and in the one before, and
// over stdio: it lists and calls every tool, and holds each result against the schema that the tool published.
// mcp.system.test.ts starts more processes of rf mcp.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { repository } from '../../../../test/support/repository.ts';
import { rf } from '../../../../test/support/rf.ts';
import { SERVER_INFO } from '../../src/agent/about.ts';
import { connected, mcpWorld, NAME, requireEveryTool, requireUsefulErrors, VERSIONS } from './mcp-world.ts';
import { runTool } from './official-tools.ts';

const world = await mcpWorld();
const { api, key, overHttp, overStdio } = world;

for (const mode of ['auto', 'legacy'] as const) {
  test(`the official client lists and calls every tool over HTTP, protocol ${VERSIONS[mode]}`, async (t) => {
    await requireEveryTool(world, await connected(t, overHttp(), mode), mode);
  });
}

test('the official client lists and calls every tool over stdio', async (t) => {
  await requireEveryTool(world, await connected(t, overStdio(), 'auto'), 'auto');
});

test('errors over HTTP are told so that a model can act on them', async (t) => {
  await requireUsefulErrors(await connected(t, overHttp(), 'auto'));
});

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

test('a key that may not is told why', async () => {
  const refused = overHttp(api.keys.PROFESSIONAL);
  await assert.rejects(
    new Client({ name: 'rf-test', version: '1' }).connect(refused),
    /403|pilot_not_enabled/,
  );
});

test('rf mcp says what is missing', async () => {
  const without = await rf(['mcp'], { env: { RF_URL: api.url, RF_API_KEY: '' } });
  assert.deepEqual([without.code, /RF_API_KEY/.test(without.stderr)], [2, true]);
  const nobody = await rf(['mcp'], { env: { RF_URL: 'http://127.0.0.1:1', RF_API_KEY: key } });
  assert.deepEqual([nobody.code, nobody.stdout], [2, '']);
  assert.match(nobody.stderr, /cannot be used/);
});

const guide = readFileSync(path.join(repository, 'docs/use/agents.md'), 'utf8');

test('the call in docs/use/agents.md answers as it says', async () => {
  const [, script] = /^```sh\n(.*?)^```$/ms.exec(guide)!;
  const asked = script!.replaceAll('$RF_URL', api.url).replaceAll('$RF_API_KEY', key);
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
