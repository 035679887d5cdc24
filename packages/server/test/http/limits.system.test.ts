// Limits after a process was killed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApi } from '../../../../test/support/api.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue, officeOf } from './customers.ts';

const ISSUANCES = '/api/v1/issuances';
const FREE_LIMIT = 100;

test('a killed process does not refill the hour', async (t) => {
  const dataDir = temporaryFolder(t);
  // A node finds its own counts again; without a name it is known by its port.
  const env = { RF_NODE: 'killed' };
  const first = await startApi(t, { ownProcess: true, dataDir, env });
  const office = await officeOf({ dataDir, databaseUrl: null }, t);
  const member = await customer(office, 'ENTERPRISE');
  const { key } = await issue(office, member, { tier: 'FREE' });
  await until('the key is known', async () => (await first.get(ISSUANCES, key)).status === 200);
  const { headers } = await first.get(ISSUANCES, key);
  const used = FREE_LIMIT - Number(headers['x-ratelimit-remaining']);
  await Promise.all(Array.from({ length: 70 - used }, () => first.get(ISSUANCES, key)));
  const savedRequests = async () => {
    const spans = await office.desk.store.db
      .selectFrom('limit_spans')
      .select('times')
      .where('window_id', '=', `${member.workspace.id} FREE`)
      .execute();
    return spans.reduce((sum, { times }) => sum + times.length / 2, 0);
  };
  // Saved every second: what is in the store outlives the process.
  await until('the windows are saved', async () => (await savedRequests()) === 70);
  await first.kill();

  const second = await startApi(t, { dataDir, env });
  const rest = await Promise.all(Array.from({ length: 40 }, () => second.get(ISSUANCES, key)));
  assert.equal(rest.filter(({ status }) => status === 200).length, 30);
  assert.equal(rest.filter(({ status }) => status === 429).length, 10);
});
