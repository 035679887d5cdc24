// Rows of API keys that somebody changes while the service runs: agents get nothing from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccess } from '@rf-indicators/core/accounts/access-table';
import { revokeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { setTier } from '@rf-indicators/core/accounts/workspaces';
import { startApi } from '../../../../test/support/api.ts';
import { Forger } from '../../../../test/support/forger.ts';
import { until } from '../../../../test/support/until.ts';
import { TOOLS } from '../../src/agent/tools.ts';
import { issue, officeOf } from '../http/customers.ts';
import { callTool, inPilot, known, sendMessage, toolMessage } from './pilot.ts';

test('a key that somebody gave the scope of agents, or another hash, calls no tool', async (t) => {
  const api = await startApi(t);
  const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, t);
  const member = await inPilot(office);
  const plain = await issue(office, member, { name: 'plain' });
  const agent = await issue(office, member, { name: 'agent', agent_scope: true });
  await known(api, plain.key);
  await known(api, agent.key);
  const tool = ['get_provider_score', TOOLS.get_provider_score.example] as const;
  const status = async (key: string) => [
    (await callTool(api, key, ...tool)).status,
    (await sendMessage(api, key, toolMessage(...tool))).status,
    (await api.get('/api/v1/issuances', key)).status,
  ];
  assert.deepEqual(await status(agent.key), [200, 200, 200]);
  assert.deepEqual(await status(plain.key), [403, 403, 200]);

  const { store } = office.desk;
  const forger = await Forger.at(store);
  const rows = await forger.rowsOf('api_keys');
  const rowOf = (name: string) => rows.find((row) => row.name === name)!;
  await forger.change('api_keys', rowOf('plain'), { agent_scope: 1 });
  // The hash of the plain key in the row of the agent's would call tools with the plain key.
  await forger.change('api_keys', rowOf('plain'), { key_hash: 'aside' });
  await forger.change('api_keys', rowOf('agent'), { key_hash: rowOf('plain').key_hash });
  const later = await issue(office, member, { name: 'later' });
  await known(api, later.key);
  assert.deepEqual(await status(plain.key), [403, 403, 200], 'the service keeps what it had loaded before');

  // When something changes for all keys of the workspace, those whose rows are not genuine lose everything.
  await setTier(office.desk, office.operator, member.workspace.id, 'PROFESSIONAL');
  await until('the service has read the keys again', async () => (await status(plain.key))[2] === 401);
  for (const key of [plain.key, agent.key]) assert.deepEqual(await status(key), [401, 401, 401]);
  assert.equal((await status(later.key))[2], 200);

  // A service that starts loads neither of them.
  const loaded = (await readAccess(store.db)).map(({ keyId }) => keyId);
  assert.ok(loaded.includes(later.id));
  for (const name of ['plain', 'agent']) assert.ok(!loaded.includes(rowOf(name).id as string), name);
});

test('a key that was revoked calls no tool when its older row is put back while the service runs', async (t) => {
  const api = await startApi(t);
  const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, t);
  const member = await inPilot(office);
  const agent = await issue(office, member, { name: 'agent', agent_scope: true });
  await known(api, agent.key);
  const { store } = office.desk;
  const forger = await Forger.at(store);
  const before = (await forger.rowsOf('api_keys')).find(({ name }) => name === 'agent')!;
  const topic = (await forger.rowsOf('topics')).find((row) => row.topic === 'access')!;
  await revokeKey(office.desk, member, 'agent');
  // Before the service, which looks twice a second, has seen it.
  await forger.change('api_keys', before, before);
  await forger.change('topics', topic, topic);
  const asked = async () => [
    (await callTool(api, agent.key, 'get_provider_score', TOOLS.get_provider_score.example)).status,
    (await sendMessage(api, agent.key, toolMessage('get_provider_score', {}))).status,
    (await api.get('/api/v1/issuances', agent.key)).status,
  ];
  await until('the key is refused', async () => (await asked()).every((status) => status === 401));
});
