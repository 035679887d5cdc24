// What readers are served follows from what was signed: a row that says otherwise is found.

import assert from 'node:assert/strict';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { decideMatter } from '../../../../../test/support/deciding.ts';
import { lowerGuards } from '../../../../../test/support/mutations.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, foundedWorld, publishNow, type World } from '../../../../../test/support/world.ts';

/** Published, changed, confirmed and, for one provider, withdrawn. */
async function livedInWorld(world: World): Promise<void> {
  const { desk, people } = world;
  const some = { providerIds: ['FX-01', 'FX-05', 'FX-12'].map(world.idOf) };
  await publishNow(world, some);
  desk.moveTo(desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world, some);
  desk.moveTo(desk.clock() + 60_000);
  await publishNow(world, some);
  const request = { providerId: world.idOf('FX-12'), reason: 'A dispute.' };
  await decideMatter(desk, await askToWithdraw(desk, people.operator, request));
}

onEitherStore('a changed state or changelog entry is found by what was signed', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  await livedInWorld(world);
  const { db } = world.store;
  await lowerGuards(world.store);
  const problems = async () =>
    (await verifyAll(db)).findings.map(({ record, problem }) => `${record}: ${problem}`);
  assert.deepEqual(await problems(), []);
  const withdrawn = world.idOf('FX-12');
  const other = world.idOf('FX-05');
  const last = await db.selectFrom('changelog').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow();
  const [old] = await db
    .selectFrom('indicators')
    .select('verification_id')
    .where('provider_id', '=', other)
    .orderBy('log_index')
    .execute();

  const state = async (provider: string, columns: object, expected: RegExp) => {
    const before = await db
      .selectFrom('provider_states')
      .selectAll()
      .where('provider_id', '=', provider)
      .executeTakeFirstOrThrow();
    await db.updateTable('provider_states').set(columns).where('provider_id', '=', provider).execute();
    assert.match((await problems()).join('\n'), expected, JSON.stringify(columns));
    await db.updateTable('provider_states').set(before).where('provider_id', '=', provider).execute();
  };
  await state(withdrawn, { verification_id: last.verification_id }, /but .* was withdrawn/);
  await state(withdrawn, { withdrawn_reason: 'Nothing.' }, /has another withdrawal/);
  await state(other, { verification_id: old!.verification_id }, /serves .* instead of/);
  await state(other, { verification_id: null }, /serves nothing instead of/);
  await state(other, { stale_since: 1, stale_reason: 'x' }, /is stale, or not, otherwise/);
  await state(other, { verified_at: world.desk.clock() + DAY }, /was confirmed at another time/);
  await state(withdrawn, { verified_at: 1 }, /was confirmed at another time/);
  await state(withdrawn, { confirmed_by: 'x' }, /was confirmed at another time/);
  await state(withdrawn, { stale_since: 1, stale_reason: 'x' }, /is stale, or not, otherwise/);

  const entry = async (columns: object, expected: RegExp) => {
    await db.updateTable('changelog').set(columns).where('seq', '=', last.seq).execute();
    assert.match((await problems()).join('\n'), expected, JSON.stringify(columns));
    await db.updateTable('changelog').set(last).where('seq', '=', last.seq).execute();
  };
  await entry({ reason: 'Withdrawn: Nothing.' }, /withdrawal that is not on record/);
  await entry({ provider_name: 'Somebody else' }, /does not say what its indicator says/);
  const [first] = await db.selectFrom('changelog').selectAll().orderBy('seq').execute();
  await db.updateTable('changelog').set({ new_score: 9999 }).where('seq', '=', first!.seq).execute();
  assert.match((await problems()).join('\n'), /changelog 1: does not say what its indicator says/);
  await db.deleteFrom('changelog').where('seq', '=', first!.seq).execute();
  assert.match((await problems()).join('\n'), /changelog: has no entry for RF-/);
  await db.deleteFrom('provider_states').where('provider_id', '=', other).execute();
  assert.match((await problems()).join('\n'), new RegExp(`provider_states ${other}: is missing`));
});
