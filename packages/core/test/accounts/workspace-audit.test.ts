// Members read the audit trail of their own workspace, without what belongs to others or to the staff alone.

import assert from 'node:assert/strict';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { makeRequest } from '@rf-indicators/core/accounts/requests';
import { suspendWorkspace } from '@rf-indicators/core/accounts/suspension';
import { listWorkspaceAudit, type WorkspaceAuditFilter } from '@rf-indicators/core/accounts/workspace-audit';
import { SERVICE } from '@rf-indicators/core/context/actor';
import { recordAct } from '@rf-indicators/core/context/audit';
import { AUDIT_ORDER, NEWEST_AUDIT_ORDER } from '@rf-indicators/core/context/audit-trail';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { customers, ready } from '../../../../test/support/workspace-fixture.ts';

onEitherStore('the audit trail of a workspace names its members and nobody else', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const { store } = desk;
  const ada = await ready(given);
  const bea = await ready(given, { name: 'Birch' });
  const key = await createKey(desk, ada, { name: 'a', tier: 'FREE' });
  await createKey(desk, bea, { name: 'not ours', tier: 'FREE' });
  await store.transaction(async (writes) => {
    const input = { workspace: 'Acorn', person: 'Ada', email: 'ada@example.com' };
    await makeRequest(desk, writes, operator, 'sign_ins.recover', `members/${ada.id}`, input);
    const after = { reason: 'leaked', approved_by: operator.id, key: key.prefix };
    await recordAct(desk, writes, operator, 'key.revoked', `keys/${key.id}`, null, after);
    await recordAct(desk, writes, SERVICE, 'webhook.disabled', 'webhooks/none of theirs', null, null);
  });
  await suspendWorkspace(desk, operator, ada.workspace.id, 'Unpaid since March.');
  const listed = (filter: WorkspaceAuditFilter = {}, order = AUDIT_ORDER) =>
    listWorkspaceAudit(store.db, ada.workspace.id, filter, order);
  const records = await listed();
  assert.deepEqual(
    records.map(({ by, actor_name, action }) => [by, actor_name, action]),
    [
      ['operator', null, 'workspace.created'],
      ['member', 'Ada', 'workspace.claimed'],
      ['member', 'Ada', 'terms.accepted'],
      ['member', 'Ada', 'key.created'],
      ['operator', null, 'key.revoked'],
      ['operator', null, 'workspace.suspended'],
    ],
  );
  const text = JSON.stringify(records);
  for (const hidden of ['Unpaid', 'leaked', `"${operator.id}"`, `"${operator.name}"`, 'not ours'])
    assert.ok(!text.includes(hidden), hidden);
  assert.deepEqual(records.at(-2)!.after, { key: key.prefix });
  assert.deepEqual(
    (await listed({ actor: 'Ada', action: 'key.' })).map(({ action }) => action),
    ['key.created'],
  );
  assert.deepEqual(await listed({}, NEWEST_AUDIT_ORDER), records.toReversed());
  // An operator is nobody whose acts a workspace could ask for.
  for (const actor of [operator.id, bea.id]) await assert.rejects(listed({ actor }), { code: 'not_found' });
});
