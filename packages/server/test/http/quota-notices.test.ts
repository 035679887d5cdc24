// Notices of a running service to a workspace that uses up its quota.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listNotices } from '@rf-indicators/core/accounts/notices';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue, officeOf } from './customers.ts';

const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const { db } = office.desk.store;

test('a workspace is told at 80 % and at 100 % of its window, and of the limit of a single key not at all', async () => {
  const member = await customer(office, 'PROFESSIONAL');
  const { key } = await issue(office, member, { tier: 'FREE' });
  const { key: small } = await issue(office, member, { tier: 'PROFESSIONAL', hourly_limit: 5 });
  const ask = async (times: number, by = key) => {
    for (let made = 0; made < times; made += 1) await api.get('/api/v1/issuances', by);
  };
  const kinds = async () =>
    (await listNotices(db, member.workspace.id)).map(({ kind, subject }) => `${kind} ${subject}`);
  await ask(10, small);
  await ask(79);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.deepEqual(await kinds(), []);
  await ask(1);
  await until('it is told at 80 %', async () => (await kinds()).length > 0);
  assert.deepEqual(await kinds(), ['quota.nearly_used quotas/FREE']);
  await ask(25);
  await until('it is told at 100 %', async () => (await kinds()).length > 1);
  assert.deepEqual(await kinds(), ['quota.used_up quotas/FREE', 'quota.nearly_used quotas/FREE']);
});
