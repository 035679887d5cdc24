// Disclosures follow a register that two people change. What stays the same is published once.

import assert from 'node:assert/strict';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, publishedWorld, publishNow, type World } from '../../../../../test/support/world.ts';
import { makeRequest } from '../../../src/accounts/requests.ts';
import { setDisclosures } from '../../../src/desk/disclosures/register.ts';
import { checkDisclosures } from '../../../src/desk/doctor/doctor-disclosures.ts';
import { disclosuresBySeq } from '../../../src/desk/served/analysis.ts';
import { currentIndicators } from '../../../src/desk/served/served.ts';

const ALL = {
  ...{ team: 'The desk', solicited: false, paid: false, conflicts: 'None.', handling: 'They are declared.' },
  ...{ sources: 'Public documents.', limits: 'No market prices.', reason: 'The first ones.' },
};

async function set({ desk, people, store }: World, input: Parameters<typeof setDisclosures>[3]): Promise<void> {
  const { operator: requester, officer: approver } = people;
  await store.transaction(async (writes) => {
    const id = await makeRequest(desk, writes, requester, 'disclosures.set', 'disclosures', input);
    await setDisclosures(desk, writes, { requester, approver }, input, id);
  });
}

async function shownOf({ store, idOf }: World, sample: string) {
  const [served] = await currentIndicators(store.db, [idOf(sample)]);
  return (await disclosuresBySeq(store.db, [served!.disclosuresSeq])).get(served!.disclosuresSeq ?? -1) ?? null;
}

const rowsIn = async ({ store }: World) =>
  (await store.db.selectFrom('disclosures').select('seq').execute()).length;

onEitherStore('a store without a register has none, and the doctor says so', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() + DAY);
  assert.equal(await shownOf(world, 'FX-01'), null);
  assert.equal((await checkDisclosures(world.store.db)).state, 'warn');
  const own = { provider: world.slugOf('FX-01'), conflicts: 'One.', reason: 'New.' };
  await assert.rejects(set(world, own), /for all providers first/);
  await assert.rejects(set(world, { ...ALL, limits: '' }), /also need: limits/);
});

onEitherStore('the register is published for every provider, and again only where it differs', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() + DAY);
  await set(world, ALL);
  const { store, idOf } = world;
  const providers = (await currentIndicators(store.db)).length;
  assert.equal(await rowsIn(world), providers);
  const shown = (await shownOf(world, 'FX-01'))!;
  assert.deepEqual(
    [shown.responsible_team, shown.solicited, shown.conflicts, shown.independence_rule, shown.framework_version],
    ['The desk', false, 'None.', true, 'RF Framework v1.0'],
  );
  assert.equal(shown.first_committee, shown.last_committee);
  assert.equal((await checkDisclosures(store.db)).state, 'ok');
  await enter(world, 'FX-01', 'equity_ratio', '4.00');
  await publishNow(world, { providerIds: [idOf('FX-01')] });
  assert.equal(await rowsIn(world), providers, 'a change within the band changes no disclosure');
  await set(world, { provider: world.slugOf('FX-01'), solicited: true, reason: 'It asked.' });
  assert.equal(await rowsIn(world), providers + 1);
  const own = (await shownOf(world, 'FX-01'))!;
  assert.deepEqual([own.solicited, own.conflicts], [true, 'None.']);
  assert.equal((await shownOf(world, 'FX-05'))!.solicited, false);
});
