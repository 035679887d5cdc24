// What the keys of a suspended workspace are answered, and in which order refusals come.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { resumeWorkspace, suspendWorkspace } from '@rf-indicators/core/accounts/suspension';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { callTool, inPilot, known, sendMessage, toolMessage } from '../agent/pilot.ts';
import { issue, officeOf } from './customers.ts';

const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const { desk, operator } = office;
const ISSUANCES = '/api/v1/issuances';

test('all keys and both endpoints of the agent tools are refused, after 401 and 429, until it is resumed', async () => {
  const member = await inPilot(office);
  const { key } = await issue(office, member, { agent_scope: true });
  const free = await issue(office, member, { tier: 'FREE' });
  const small = await issue(office, member, { tier: 'PROFESSIONAL', hourly_limit: 2 });
  const revoked = await issue(office, member);
  for (const one of [key, free.key, small.key, revoked.key]) await known(api, one);
  await revokeKey(desk, member, revoked.id);
  await suspendWorkspace(desk, operator, member.workspace.id, 'the secret reason');
  await until('the suspension is seen', async () => (await api.get(ISSUANCES, key)).status === 403);

  const input = { provider_name: 'Brindlewick Vaults' };
  const answers = [
    await api.get(ISSUANCES, key),
    await api.get('/api/v1/usage', key),
    await api.get('/api/v1/scores', key),
    // Its tier is not the reason: no other key of the workspace would be accepted.
    await api.get('/api/v1/scores', free.key),
    await api.get('/api/v1/scores?unknown=1', key),
    await callTool(api, key, 'get_provider_score', input),
    await sendMessage(api, key, toolMessage('get_provider_score', input)),
    await api.get(ISSUANCES, small.key),
  ];
  for (const { status, json, text, headers } of answers) {
    assert.deepEqual([status, json.code], [403, 'workspace_suspended'], text);
    assert.ok(!text.includes('secret reason'));
    assert.ok(headers.ratelimit !== undefined);
  }
  assert.equal((await api.get(ISSUANCES, small.key)).json.code, 'rate_limit_exceeded');
  assert.equal((await api.get(ISSUANCES, revoked.key)).json.code, 'revoked_api_key');
  assert.equal((await api.get('/api/public/scores')).status, 200);

  await resumeWorkspace(desk, operator, member.workspace.id);
  await known(api, key);
  assert.equal((await callTool(api, key, 'get_provider_score', input)).status, 200);
});
