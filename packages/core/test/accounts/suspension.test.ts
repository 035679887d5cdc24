// An operator suspends a workspace and resumes it.

import assert from 'node:assert/strict';
import { readAccess } from '@rf-indicators/core/accounts/access-table';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { revokeKey, rotateKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { addMember, authenticateMember } from '@rf-indicators/core/accounts/members';
import { resumeWorkspace, suspendWorkspace } from '@rf-indicators/core/accounts/suspension';
import { createWorkspace, listWorkspaces } from '@rf-indicators/core/accounts/workspaces';
import { performAct } from '@rf-indicators/core/acts/perform';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import { person } from '../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { accept, actions, claimed, customers, ready } from '../../../../test/support/workspace-fixture.ts';

const SUSPENDED = { code: 'workspace_suspended', message: /Acorn is suspended.*Ask the operator/ };

onEitherStore('a suspension is on record with its reason and can be undone', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const ada = await ready(given);
  await ready(given, { name: 'Birch' });
  await createKey(desk, ada, { name: 'k', tier: 'PROFESSIONAL' });
  const suspended = async () => (await readAccess(desk.store.db)).map((row) => row.suspended);
  assert.deepEqual(await suspended(), [false]);

  await assert.rejects(suspendWorkspace(desk, operator, 'Acorn', ' '), { code: 'validation_failed' });
  await assert.rejects(resumeWorkspace(desk, operator, 'Acorn'), { code: 'conflict' });
  const analyst = await person(desk, 'ann', 'analyst');
  await assert.rejects(suspendWorkspace(desk, analyst, 'Acorn', 'why'), { code: 'insufficient_role' });

  await suspendWorkspace(desk, operator, 'Acorn', ' a leaked key ');
  assert.deepEqual(await suspended(), [true]);
  const listed = (await listWorkspaces(desk.store.db)).map((one) => [one.suspended_at, one.suspended_reason]);
  assert.deepEqual(listed, [
    [desk.now, 'a leaked key'],
    [null, null],
  ]);
  await assert.rejects(suspendWorkspace(desk, operator, 'Acorn', 'again'), { code: 'conflict' });

  await resumeWorkspace(desk, operator, 'Acorn', 'the key was revoked');
  assert.deepEqual(await suspended(), [false]);
  assert.deepEqual((await actions(given)).slice(-2), ['workspace.suspended', 'workspace.resumed']);
  const audit = await desk.store.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(2).execute();
  const [resumed, begun] = audit.map(({ before, after }) => `${before} ${after}`);
  assert.match(begun!, /a leaked key/);
  assert.match(resumed!, /a leaked key.*the key was revoked/);
});

onEitherStore('members of a suspended workspace can read, but not change anything', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator, masterKey } = given;
  const { member: ada, token } = await claimed(given);
  await accept(given, ada, 'api');
  const { id } = await createKey(desk, ada, { name: 'k', tier: 'PROFESSIONAL' });
  const { claim } = await createWorkspace(desk, operator, masterKey, { name: 'Cedar', tier: 'ENTERPRISE' });
  const before = await actions(given);
  for (const name of ['Acorn', 'Cedar']) await suspendWorkspace(desk, operator, name, 'unpaid');
  const refusals = [
    () => createKey(desk, ada, { name: 'k2', tier: 'PROFESSIONAL' }),
    () => rotateKey(desk, ada, id),
    () => revokeKey(desk, ada, id),
    () => addMember(desk, ada, { name: 'Dev', role: 'developer' }),
    () => accept(given, ada, 'agent'),
  ];
  for (const attempt of refusals) await assert.rejects(attempt, SUSPENDED);
  await assert.rejects(claimWorkspace(desk, masterKey, { code: claim.code, name: 'Cy' }), {
    code: 'workspace_suspended',
  });
  assert.deepEqual(await actions(given), [...before, 'workspace.suspended', 'workspace.suspended']);

  const caller = { kind: 'member', member: await authenticateMember(desk, token), from: 'a test' } as const;
  const services = actServicesOf(desk, () => masterKey);
  for (const read of ['keys.list', 'members.list', 'webhooks.list', 'terms.list'] as const) {
    assert.ok((await performAct(services, caller, read, {})).data, read);
  }

  await resumeWorkspace(desk, operator, 'Acorn');
  await revokeKey(desk, ada, id);
});
