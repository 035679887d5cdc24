import assert from 'node:assert/strict';
import { listMembers } from '@rf-indicators/core/accounts/member-list';
import {
  addMember,
  authenticateMember,
  issueMemberToken,
  type Member,
  removeMember,
  revokeMemberToken,
} from '@rf-indicators/core/accounts/members';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { actions, atOnce, claimed, customers } from '../../../../test/support/workspace-fixture.ts';

const invalid = { code: 'invalid_token' };

onEitherStore('a contract_admin lets people in, and nobody else does', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member: ada } = await claimed(given);
  const dev = await addMember(desk, ada, { name: ' Dev ', role: 'developer' });
  const vic = await addMember(desk, ada, { name: 'Vic', role: 'viewer' });
  for (const { token } of [dev, vic]) {
    const other = await authenticateMember(desk, token);
    for (const act of [
      () => addMember(desk, other, { name: 'Eve', role: 'contract_admin' }),
      () => removeMember(desk, other, 'Ada'),
      () => issueMemberToken(desk, other, 'Ada'),
      () => revokeMemberToken(desk, other, dev.prefix),
    ]) {
      await assert.rejects(act(), { code: 'insufficient_role', message: /requires the contract_admin role/ });
    }
  }
  await assert.rejects(addMember(desk, ada, { name: 'Dev', role: 'viewer' }), { code: 'conflict' });
  await assert.rejects(
    addMember(desk, ada, { name: 'Eve', role: 'owner' as 'viewer' }),
    /"owner" is not a role/,
  );
  await assert.rejects(
    addMember(desk, ada, { name: '', role: 'viewer' }),
    /A name must have 1 to 120 characters/,
  );
  const people = await listMembers(desk.store.db, ada.workspace.id);
  assert.deepEqual(
    people.map(({ name, role, tokens }) => [name, role, tokens.length]),
    [
      ['Ada', 'contract_admin', 1],
      ['Dev', 'developer', 1],
      ['Vic', 'viewer', 1],
    ],
  );
});

onEitherStore('a token works until it is revoked or its holder is removed', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member: ada, token: adas } = await claimed(given);
  const first = await addMember(desk, ada, { name: 'Dev', role: 'developer' });
  const second = await issueMemberToken(desk, ada, 'Dev');
  assert.equal((await authenticateMember(desk, second.token)).name, 'Dev');
  await revokeMemberToken(desk, ada, first.prefix);
  await assert.rejects(authenticateMember(desk, first.token), invalid);
  await assert.rejects(revokeMemberToken(desk, ada, first.prefix), { code: 'not_found' });

  const dev = await authenticateMember(desk, second.token);
  const bea = await addMember(desk, ada, { name: 'Bea', role: 'contract_admin' });
  const acting: Member = await authenticateMember(desk, bea.token);
  await removeMember(desk, ada, dev.id);
  await removeMember(desk, ada, 'Bea');
  await assert.rejects(authenticateMember(desk, second.token), invalid);
  const late = addMember(desk, acting, { name: 'Eve', role: 'contract_admin' });
  await assert.rejects(late, { ...invalid, message: /Bea is no longer a member/ });
  await assert.rejects(issueMemberToken(desk, ada, 'Bea'), { code: 'not_found' });
  for (const wrong of ['', 'rf_member_', `${adas.slice(0, -1)}~`, adas.replace('member', 'staff')]) {
    await assert.rejects(authenticateMember(desk, wrong), {
      ...invalid,
      message: /This is not a member token/,
    });
  }
  assert.deepEqual(await actions(given), [
    'workspace.created',
    'workspace.claimed',
    'member.added',
    'member.token_issued',
    'member.token_revoked',
    'member.added',
    'member.removed',
    'member.removed',
  ]);
});

onEitherStore('there is always a contract_admin who can act', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member: ada, token } = await claimed(given);
  const left = { code: 'conflict', message: /would leave no contract_admin/ };
  await assert.rejects(removeMember(desk, ada, 'Ada'), left);
  await assert.rejects(revokeMemberToken(desk, ada, token.slice(0, 16)), left);
  const bea = await addMember(desk, ada, { name: 'Bea', role: 'contract_admin' });
  const beas = await authenticateMember(desk, bea.token);
  const { won, lost } = await atOnce(removeMember(desk, ada, 'Bea'), removeMember(desk, beas, 'Ada'));
  assert.deepEqual([won.length, lost.length], [1, 1], 'two who remove each other leave one');
});

onEitherStore('people of one workspace are strangers in another', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member: ada } = await claimed(given);
  const { token, member: other } = await claimed(given, { name: 'Birch' });
  const dev = await addMember(desk, other, { name: 'Dev', role: 'developer' });
  await assert.rejects(removeMember(desk, ada, dev.id), { code: 'not_found' });
  await assert.rejects(issueMemberToken(desk, ada, 'Dev'), { code: 'not_found' });
  await assert.rejects(revokeMemberToken(desk, ada, dev.prefix), { code: 'not_found' });
  assert.equal((await authenticateMember(desk, token)).workspace.name, 'Birch');
  const names = (await listMembers(desk.store.db, ada.workspace.id)).map(({ name }) => name);
  assert.deepEqual(names, ['Ada']);
});
