import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { Status } from '@rf-indicators/contract';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { withdrawLapsed } from '@rf-indicators/core/desk/publication/withdraw';
import { openStore } from '@rf-indicators/core/store/open';
import { Value } from 'typebox/value';
import { cleanUp, temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { startServer } from '../../../../test/support/server-process.ts';
import { until } from '../../../../test/support/until.ts';
import { SETTING_LIST } from '../../src/service/config.ts';

const server = await startServer(wholeFile);

test('the server sees what another process did to its store', async (t) => {
  const { url, dataDir } = server;
  const store = await openStore({ dataDir, databaseUrl: null });
  cleanUp(t, () => store.close());
  const { providers } = (await lastStatus(url)).freshness;
  await store.transaction(async (writes) => {
    const stands = await writes
      .selectFrom('provider_states')
      .select(['provider_id', 'verification_id'])
      .where('verification_id', 'is not', null)
      .executeTakeFirstOrThrow();
    const desk = { store, clock: Date.now, newId: () => uuidV7(Date.now()) };
    await withdrawLapsed(desk, writes, stands.provider_id, stands.verification_id!, 'By another process.');
  });
  const took = await until(
    'the withdrawal is seen',
    async () => (await lastStatus(url)).freshness.providers === providers - 1,
  );
  t.diagnostic(`${Math.round(took)} ms`);
});

async function lastStatus(url: string): Promise<Status> {
  return Value.Parse(Status, await (await fetch(`${url}/api/v1/status`)).json());
}

test('rf serve answers the status, refuses what it does not have, and stops when asked', async () => {
  const { url, stop } = server;

  const answer = await fetch(`${url}/api/v1/status`, { headers: { 'x-request-id': 'my-own.id' } });
  const body = Value.Parse(Status, await answer.json());
  assert.ok(body.freshness.providers > 0, 'the demo world is there');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('x-request-id'), 'my-own.id');
  assert.deepEqual([body.status, body.framework_version], ['operational', 'RF Framework v1.0']);

  const unknown = await fetch(`${url}/api/v1/nothing`, { headers: { 'x-request-id': 'not well formed' } });
  assert.equal(unknown.status, 404);
  assert.equal(unknown.headers.get('content-type'), 'application/problem+json');
  const problem = (await unknown.json()) as Record<string, string>;
  assert.deepEqual([problem.code, problem.type], ['not_found', `${url}/docs/errors#not_found`]);
  assert.equal(problem.request_id, unknown.headers.get('x-request-id'));
  assert.match(problem.request_id!, /^[0-9a-f-]{36}$/);

  const wrong = await fetch(`${url}/api/v1/status`, { method: 'DELETE' });
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET, HEAD']);

  assert.equal(await stop(), 0);
});

test('rf serve --help lists every setting, with its columns apart and in line', async () => {
  const { code, stdout } = await rf(['serve', '--help']);
  assert.equal(code, 0);
  const [, settings] = stdout.split('Settings, from the environment:\n');
  const lines = settings!.trimEnd().split('\n');
  assert.equal(lines.length, SETTING_LIST.length);
  const columns = lines.map((line, index) => {
    const { name, what, default: value } = SETTING_LIST[index]!;
    const [, given, spaces, rest] = /^ {2}(\S+)( {2,})(.*)$/.exec(line) ?? [];
    assert.deepEqual([given, rest], [name, `${what} (${value})`], line);
    return given!.length + spaces!.length;
  });
  assert.equal(new Set(columns).size, 1, 'all descriptions begin in the same column');
});

test('a port that is taken is said in a sentence', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const env = { PORT: String(port), RF_DATA_DIR: temporaryFolder(t) };
  await rf(['init'], { env });
  const { code, stderr } = await rf(['serve'], { env });
  assert.equal(code, 2);
  assert.match(stderr, /something else is listening there/);
});

for (const [name, value] of [
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['RF_BASE_URL', 'ftp://example.org'],
  ['RF_BASE_URL', 'https://example.org/risk'],
] as const) {
  test(`${name}=${value} is refused by name`, async () => {
    const { code, stderr } = await rf(['serve'], { env: { [name]: value } });
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`${name} must be`));
  });
}
