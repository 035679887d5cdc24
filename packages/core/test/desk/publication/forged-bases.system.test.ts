// What is published is compared with the signed log, not with rows: somebody who changes the current indicator of a provider
// in the database while they act, and restores it afterwards, publishes alone only what one person may publish.

import assert from 'node:assert/strict';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { sealRecords } from '@rf-indicators/core/log/seal';
import type { Row, Table } from '@rf-indicators/core/store/schema';
import { decideDraft, decideMatter } from '../../../../../test/support/deciding.ts';
import { samples } from '../../../../../test/support/desk-fixture.ts';
import { Forger } from '../../../../../test/support/forger.ts';
import { onEachStore, onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  changelog,
  DAY,
  draft,
  enter,
  foundedWorld,
  MINUTE,
  publishedWorld,
  publishNow,
  type World,
} from '../../../../../test/support/world.ts';

const SAMPLE = 'FX-01';
const ALTERED = /^Refusal: Nothing was published, because the store was altered: /;
const MOVED =
  /Other indicators were published or withdrawn after this run was computed\. Compute a new run\./;

/** What one person would publish alone. */
const alone = ({ desk, people, publisher }: World, runId: string) =>
  publishRun(desk, people.operator, runId, publisher);

async function rowOf(forger: Forger, table: Table, wanted: Row): Promise<Row> {
  const rows = await forger.rowsOf(table);
  return rows.find((row) => Object.entries(wanted).every(([name, value]) => row[name] === value))!;
}

async function itemOf({ store, idOf }: World, runId: string, sample = SAMPLE) {
  return store.db
    .selectFrom('run_items')
    .selectAll()
    .where('run_id', '=', runId)
    .where('provider_id', '=', idOf(sample))
    .executeTakeFirstOrThrow();
}

const run = (world: World, sample = SAMPLE) => draft(world, { providerIds: [world.idOf(sample)] });

/** The band of the provider becomes another one with the next run. */
async function worsen(world: World): Promise<void> {
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, SAMPLE, 'key_quorum', '1');
  world.desk.moveTo(world.desk.clock() + MINUTE);
}

async function recover(world: World): Promise<void> {
  world.desk.moveTo(world.desk.clock() + DAY);
  const { inputs } = samples.find(({ provider_id }) => provider_id === SAMPLE)!;
  await enter(world, SAMPLE, 'key_quorum', inputs.key_quorum!.value);
  world.desk.moveTo(world.desk.clock() + MINUTE);
}

async function withdrawn(world: World): Promise<void> {
  const { desk, people, idOf } = world;
  desk.moveTo(desk.clock() + MINUTE);
  const request = { providerId: idOf(SAMPLE), reason: 'A dispute.' };
  await decideMatter(desk, await askToWithdraw(desk, people.operator, request));
}

onEachStore('a band that was another one only while the draft was computed', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { store, idOf, desk, people, publisher } = world;
  await worsen(world);
  const { risk_band } = await itemOf(world, await run(world));
  const news = await changelog(world);

  const forger = await Forger.at(store);
  const current = await rowOf(forger, 'indicators', { provider_id: idOf(SAMPLE) });
  assert.notEqual(current.risk_band, risk_band);
  await forger.change('indicators', current, { risk_band });
  const forged = await run(world);
  assert.equal((await itemOf(world, forged)).kind, 'score_change');
  await forger.change('indicators', current, current);
  await assert.rejects(alone(world, forged), ALTERED);

  // Nor while it is published, or with the score before it.
  await forger.change('indicators', current, { risk_band });
  await assert.rejects(alone(world, forged), ALTERED);
  await forger.change('indicators', current, current);
  assert.deepEqual(await changelog(world), news);

  // As it is, the committee decides it, and then it is published.
  const honest = await run(world);
  assert.equal((await itemOf(world, honest)).kind, 'band_change');
  await assert.rejects(alone(world, honest), /It needs 3 more votes for its quorum of 3/);
  await decideDraft(desk, honest);
  assert.equal((await publishRun(desk, people.operator, honest, publisher)).published, 1);
  assert.deepEqual((await verifyAll(store.db)).findings, []);
});

onEachStore('an older indicator that passes for the current one', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { store, idOf } = world;
  await worsen(world);
  await publishNow(world, { providerIds: [idOf(SAMPLE)] });
  await recover(world);
  const news = await changelog(world);

  const forger = await Forger.at(store);
  const state = await rowOf(forger, 'provider_states', { provider_id: idOf(SAMPLE) });
  const newer = await rowOf(forger, 'indicators', { verification_id: state.verification_id });
  await forger.change('provider_states', state, { verification_id: newer.supersedes });
  await forger.change('indicators', newer, { supersedes: null, provider_id: idOf('FX-02') });
  const forged = await run(world);
  assert.notEqual((await itemOf(world, forged)).kind, 'band_change');
  await assert.rejects(alone(world, forged), MOVED);
  await forger.change('indicators', newer, newer);
  await forger.change('provider_states', state, state);
  assert.deepEqual(await changelog(world), news);
});

for (const isSealed of [false, true])
  onEachStore(
    `a withdrawal that was hidden, ${isSealed ? 'in the log' : 'before it is in the log'}`,
    async (kind, t) => {
      const world = await publishedWorld(kind, t);
      const { store, desk, idOf, publisher } = world;
      const forger = await Forger.at(store);
      const before = await rowOf(forger, 'provider_states', { provider_id: idOf(SAMPLE) });
      await withdrawn(world);
      if (isSealed) await sealRecords(desk, publisher);
      desk.moveTo(desk.clock() + DAY);
      const state = await rowOf(forger, 'provider_states', { provider_id: idOf(SAMPLE) });
      const withdrawal = await rowOf(forger, 'withdrawals', { provider_id: idOf(SAMPLE) });
      const news = await changelog(world);

      await forger.change('provider_states', state, before);
      await forger.remove('withdrawals', withdrawal);
      const forged = await draft(world, { providerIds: [idOf(SAMPLE)], everything: true });
      const { kind: called } = await itemOf(world, forged);
      assert.ok(called !== null && called !== 'reinstatement', String(called));
      await assert.rejects(alone(world, forged), isSealed ? MOVED : /because the store was altered/);
      await forger.insert('withdrawals', withdrawal);
      await assert.rejects(alone(world, forged), MOVED);
      await forger.change('provider_states', state, state);
      assert.deepEqual(await changelog(world), news);
    },
  );

onEachStore('a first indicator of a provider that was given one of another', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { store, idOf } = world;
  const others = ALL_SAMPLES.filter((sample) => sample !== SAMPLE);
  await publishNow(world, { providerIds: others.map(idOf) });
  world.desk.moveTo(world.desk.clock() + DAY);
  const { risk_band } = await itemOf(world, await run(world));
  const news = await changelog(world);

  const forger = await Forger.at(store);
  const state = await rowOf(forger, 'provider_states', { provider_id: idOf('FX-02') });
  const lent = await rowOf(forger, 'indicators', { provider_id: idOf('FX-02') });
  await forger.change('indicators', lent, { provider_id: idOf(SAMPLE), risk_band });
  await forger.insert('provider_states', { ...state, provider_id: idOf(SAMPLE) });
  const forged = await run(world);
  assert.notEqual((await itemOf(world, forged)).kind, 'initial');
  await assert.rejects(alone(world, forged), ALTERED);
  await forger.change('indicators', lent, lent);
  await assert.rejects(alone(world, forged), ALTERED);
  await forger.remove('provider_states', { provider_id: idOf(SAMPLE) });
  assert.deepEqual(await changelog(world), news);
});

onEitherStore('a log that was altered under its checkpoint while somebody publishes', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { store, idOf } = world;
  await worsen(world);
  const { risk_band } = await itemOf(world, await run(world));
  const forger = await Forger.at(store);
  const current = await rowOf(forger, 'indicators', { provider_id: idOf(SAMPLE) });
  const leaf = await rowOf(forger, 'log_leaves', { idx: current.log_index });
  const statement = String(leaf.leaf).replace(`"${current.risk_band}"`, `"${risk_band}"`);
  await forger.change('indicators', current, { risk_band, statement });
  await forger.change('log_leaves', leaf, { leaf: statement });
  await assert.rejects(alone(world, await run(world)), /because the store was altered/);
});

onEitherStore('verification finds what took the committee and has no vote', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { store, idOf } = world;
  await worsen(world);
  const { publicationId } = await publishNow(world, { providerIds: [idOf(SAMPLE)] });
  assert.deepEqual((await verifyAll(store.db)).findings, []);
  const forger = await Forger.at(store);
  const newest = await rowOf(forger, 'indicators', { publication_id: publicationId });
  const publication = await rowOf(forger, 'publications', { id: publicationId });
  const about = async () =>
    (await verifyAll(store.db)).findings
      .filter(({ record }) => record === `indicators ${newest.verification_id}`)
      .map(({ problem }) => problem);
  await forger.change('publications', publication, { approved_by: null });
  assert.ok((await about()).includes('changed the band without anybody who voted for it'));
  await forger.change('publications', publication, publication);
  await forger.change('indicators', newest, { kind: 'score_change' });
  assert.ok((await about()).includes('changed the band, but is recorded as score_change'));
});
