// The demo shows everything: an Enterprise workspace with agents and webhooks, a provider that cannot be scored, and a
// draft that waits for publication.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { decideDraft } from '../../../../test/support/deciding.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { type DemoCredentials, readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { type ConsoleClient, consoleClient, cookiesOf } from '../console/client.ts';
import { officeOf } from '../http/customers.ts';
import { until } from '../web/site.ts';

let url: string;
let dataDir: string;
let credentials: DemoCredentials;
let client: ConsoleClient;

before(async () => {
  const started = await startInProcess(wholeFile);
  url = started.url;
  dataDir = started.dataDir;
  credentials = readCredentialsFile(started.dataDir)!;
  client = await consoleClient(url, wholeFile);
});

async function signIn(email: string) {
  const { password } = credentials.people.find((one) => one.email === email)!;
  const answer = await client.auth('POST', '/sign-in/email', { body: { email, password } });
  return { cookie: cookiesOf(answer) };
}

const read = async (path: string, key: keyof DemoCredentials['keys']) => {
  const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': credentials.keys[key] } });
  const json = (await response.json()) as { code?: string; data?: unknown[] };
  return { status: response.status, json };
};

test('the calls of its agent are listed one by one, as many as its usage counts', async () => {
  const bea = await signIn('admin@brackenmoor.example');
  const { json: usage } = await client.act('usage.totals', {}, bea);
  const counted = usage.by_operation
    .filter(({ operation }: { operation: string }) => operation.startsWith('callAgentTool:'))
    .reduce((sum: number, { accepted }: { accepted: number }) => sum + accepted, 0);
  const { json: all } = await client.act('agent_calls.list', { limit: 1000 }, bea);
  const { json: rest } = await client.act('agent_calls.list', { limit: 1000, cursor: all.next_cursor }, bea);
  assert.equal(all.data.length + rest.data.length, counted);
});

test('the Contract Admin of the Enterprise workspace has the agent pilot and a key for agents', async () => {
  const bea = await signIn('admin@brackenmoor.example');
  const { json } = await client.act('workspaces.show', {}, bea);
  assert.equal(json.tier, 'ENTERPRISE');
  assert.ok(json.pilot_enabled_at);
  const { json: keys } = await client.act('keys.list', {}, bea);
  const agents = keys.data.filter((key: { agent_scope: boolean }) => key.agent_scope);
  assert.deepEqual(
    agents.map(({ name, tier }: { name: string; tier: string }) => [name, tier]),
    [['underwriting-agent', 'ENTERPRISE']],
  );
  const created = await client.act(
    'keys.create',
    { name: 'try-agents', tier: 'ENTERPRISE', agent_scope: true },
    bea,
  );
  const called = await fetch(`${url}/api/mcp`, {
    method: 'POST',
    headers: { 'x-api-key': created.json.key, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_name: 'search_providers', input: {} }),
  });
  assert.equal(called.status, 200);
});

test('its audit trail is in the order of time', async () => {
  const bea = await signIn('admin@brackenmoor.example');
  const { json } = await client.act('workspaces.audit', {}, bea);
  const times = json.data.map(({ at }: { at: string }) => Date.parse(at));
  assert.ok(times.length > 10);
  assert.deepEqual(
    times,
    times.toSorted((a: number, b: number) => a - b),
  );
});

test('its webhooks show an endpoint that works, one that was disabled, and deliveries in every final state', async () => {
  const bea = await signIn('admin@brackenmoor.example');
  const { json: endpoints } = await client.act('webhooks.list', {}, bea);
  assert.deepEqual(
    endpoints.data.map(({ enabled, disabled_because }: { enabled: boolean; disabled_because: string }) => [
      enabled,
      disabled_because,
    ]),
    [
      [true, null],
      [false, 'failing'],
    ],
  );
  const { json } = await client.act('deliveries.list', {}, bea);
  const states = new Set(json.data.map(({ status }: { status: string }) => status));
  assert.deepEqual([...states].sort(), ['delivered', 'exhausted', 'waiting']);
  const retried = json.data.find(
    ({ status, tries }: { status: string; tries: number }) => status === 'delivered' && tries === 2,
  );
  const { json: shown } = await client.act('deliveries.show', { delivery: retried.id }, bea);
  assert.deepEqual(
    shown.attempts.map(({ code }: { code: number }) => code),
    [503, 204],
  );
  const { json: notices } = await client.act('notices.list', {}, bea);
  assert.match(JSON.stringify(notices.data), /archive\.brackenmoor\.example was disabled/);
});

test('a provider without the evidence of a gate has no score, and every answer says so', async () => {
  const { status, json } = await read('/api/v1/scores/halcyon-quarry', 'PROFESSIONAL');
  assert.deepEqual([status, json.code], [404, 'indicator_not_found']);
  const page = await fetch(`${url}/providers/halcyon-quarry`);
  assert.equal(page.status, 404);
  assert.match(await page.text(), /No score published yet/);
  const { data } = (await read('/api/v1/scores', 'PROFESSIONAL')).json;
  assert.equal(data?.length, 21);
  const { json: file } = await client.act(
    'providers.show',
    { provider: 'halcyon-quarry' },
    { token: credentials.staff.analyst },
  );
  assert.equal(
    file.no_score_reason,
    'No current evidence for withdrawal status, without which there is no score.',
  );
});

test('a first indicator waits in a draft, which the committee decides and an operator publishes', async () => {
  const operator = { token: credentials.staff.operator };
  const { json } = await client.act('runs.list', { status: 'draft' }, operator);
  assert.equal(json.data.length, 1);
  const run = json.data[0].id as string;
  assert.equal((await client.act('runs.publish', { run }, operator)).status, 409, 'nobody decided it');
  await decideDraft((await officeOf({ dataDir, databaseUrl: null }, wholeFile)).desk, run);
  assert.equal((await client.act('runs.publish', { run }, operator)).json.published, 1);
  await until(
    async () => (await read('/api/v1/scores/ambervane-lending', 'PROFESSIONAL')).status === 200,
    'the first indicator is served',
  );
});
