import assert from 'node:assert/strict';
import {
  authenticate,
  createStaff,
  issueToken,
  listStaff,
  retireStaff,
  revokeToken,
  setRoles,
} from '@rf-indicators/core/accounts/staff';
import type { Context } from '@rf-indicators/core/context/context';
import { fixtureDesk } from '../../../../test/support/desk-fixture.ts';
import { onEachStore } from '../../../../test/support/stores.ts';

const invalid = { code: 'invalid_token' };

async function found(desk: Context) {
  const { token } = await createStaff(desk, null, { name: 'Olga', roles: ['operator'] });
  return { olga: await authenticate(desk, token), token };
}

onEachStore('the first person is an operator, and adds all others', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  await assert.rejects(createStaff(desk, null, { name: 'Ann', roles: ['analyst'] }), /must be an operator/);
  const { olga } = await found(desk);
  assert.deepEqual([olga.name, olga.roles], ['Olga', ['operator']]);
  await assert.rejects(createStaff(desk, null, { name: 'Eve', roles: ['operator'] }), {
    code: 'insufficient_role',
  });
  const { token } = await createStaff(desk, olga, { name: 'Ann', roles: ['reviewer', 'analyst'] });
  const ann = await authenticate(desk, token);
  assert.deepEqual(ann.roles, ['analyst', 'reviewer']);
  for (const act of [
    () => createStaff(desk, ann, { name: 'Eve', roles: ['analyst'] }),
    () => issueToken(desk, ann, 'Ann'),
    () => setRoles(desk, ann, 'Ann', ['operator']),
    () => revokeToken(desk, ann, token.slice(0, 15)),
    () => retireStaff(desk, ann, 'Olga'),
  ]) {
    await assert.rejects(act(), { code: 'insufficient_role' });
  }
  await assert.rejects(createStaff(desk, olga, { name: 'Ann', roles: ['analyst'] }), { code: 'conflict' });
  const odd = { name: 'Odd', roles: ['king' as 'operator'] };
  await assert.rejects(createStaff(desk, olga, odd), /"king" is not a role\. Roles are analyst, reviewer/);
});

onEachStore(
  'a token works until it is revoked or its holder retires, and is kept nowhere',
  async (kind, t) => {
    const desk = await fixtureDesk(kind, t);
    const { olga, token: first } = await found(desk);
    const { token, prefix } = await createStaff(desk, olga, { name: 'Ann', roles: ['analyst'] });
    const { token: second } = await issueToken(desk, olga, 'Ann');
    assert.equal((await authenticate(desk, second)).name, 'Ann');

    await revokeToken(desk, olga, prefix);
    await assert.rejects(authenticate(desk, token), invalid);
    assert.equal((await authenticate(desk, second)).name, 'Ann');
    await retireStaff(desk, olga, 'Ann');
    await assert.rejects(authenticate(desk, second), invalid);
    for (const wrong of ['', 'rf_staff_', `${first.slice(0, -1)}~`, first.replace('rf_staff_', 'rf_live_')]) {
      await assert.rejects(authenticate(desk, wrong), invalid);
    }

    const { db } = desk.store;
    const kept = JSON.stringify([
      await db.selectFrom('staff_tokens').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
      await listStaff(db),
    ]);
    for (const secret of [first, token, second]) assert.ok(!kept.includes(secret.slice(9, -6)));
    const acts = await db.selectFrom('audit').select(['action', 'actor']).orderBy('seq').execute();
    assert.deepEqual(
      acts.map(({ action }) => action),
      ['staff.created', 'staff.created', 'staff.token_issued', 'staff.token_revoked', 'staff.retired'],
    );
    assert.ok(acts.every(({ actor }) => actor === olga.id));
  },
);

onEachStore('there is always an operator who can act', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, token } = await found(desk);
  const left = { code: 'conflict', message: /would leave no operator/ };
  await assert.rejects(setRoles(desk, olga, 'Olga', ['analyst']), left);
  await assert.rejects(retireStaff(desk, olga, 'Olga'), left);
  await assert.rejects(revokeToken(desk, olga, token.slice(0, 15)), left);
  assert.deepEqual((await authenticate(desk, token)).roles, ['operator']);

  await createStaff(desk, olga, { name: 'Oscar', roles: ['operator'] });
  await setRoles(desk, olga, 'Olga', ['analyst', 'reviewer']);
  assert.deepEqual((await authenticate(desk, token)).roles, ['analyst', 'reviewer']);
});
