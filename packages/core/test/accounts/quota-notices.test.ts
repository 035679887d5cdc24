// A workspace is told once per hour that 80 % or all of its quota is used.

import assert from 'node:assert/strict';
import { listNotices } from '@rf-indicators/core/accounts/notices';
import { QuotaNotices } from '@rf-indicators/core/accounts/quota-notices';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { claimed, customers, HOUR } from '../../../../test/support/workspace-fixture.ts';

onEitherStore('at most one notice per tier, level and hour, also after a restart', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member } = await claimed(given);
  const { member: other } = await claimed(given, { name: 'Birch' });
  const workspaceId = member.workspace.id;
  const use = (used: number) => ({ workspaceId, tier: 'PROFESSIONAL', used, limit: 1000 }) as const;
  const told = async () =>
    (await listNotices(desk.store.db, workspaceId)).map(({ kind: what, subject }) => `${what} ${subject}`);
  let notices = new QuotaNotices(desk);
  await notices.tell([use(799)]);
  assert.deepEqual(await told(), []);
  const nearly = 'quota.nearly_used quotas/PROFESSIONAL';
  const usedUp = 'quota.used_up quotas/PROFESSIONAL';
  for (const used of [800, 801, 950]) await notices.tell([use(used)]);
  assert.deepEqual(await told(), [nearly]);
  desk.now += 1;
  for (const used of [1000, 1000, 990]) await notices.tell([use(used)]);
  assert.deepEqual(await told(), [usedUp, nearly]);
  notices = new QuotaNotices(desk);
  for (const used of [900, 1000]) await notices.tell([use(used)]);
  assert.deepEqual(await told(), [usedUp, nearly], 'what was told before the restart is on record');
  desk.now += HOUR - 1;
  await notices.tell([use(1000)]);
  assert.deepEqual(await told(), [usedUp, nearly]);
  desk.now += 1;
  await notices.tell([use(1000)]);
  await notices.tell([use(900)]);
  assert.deepEqual(await told(), [usedUp, usedUp, nearly]);
  await notices.tell([{ workspaceId, tier: 'FREE', used: 80, limit: 100 }]);
  assert.equal((await told()).length, 4, 'each tier has its own window');
  assert.deepEqual(await listNotices(desk.store.db, other.workspace.id), []);
  const [first] = (await listNotices(desk.store.db, workspaceId)).toReversed();
  assert.match(first!.message, /PROFESSIONAL keys .* used 800 of their 1000 requests per hour/);
});
