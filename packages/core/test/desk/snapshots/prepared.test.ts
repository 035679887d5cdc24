// Snapshots are prepared when an indicator is published. Where one is missing, it is made from the package: the text is
// the same, and in the background the store gets it.

import assert from 'node:assert/strict';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { completeSnapshots } from '@rf-indicators/core/desk/snapshots/complete';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, laterWorld, publishNow, type World } from '../../../../../test/support/world.ts';

const SETTINGS = { baseUrl: 'https://rf.example', disclosure: 'The "disclosure".' };

/** As older versions wrote rows. */
const UNDATED = { next_lapse_at: null, stale_from: null };

const republishedWorld = laterWorld('republished', async (world) => {
  await publishNow(world);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world);
});

async function texts({ store: { db } }: World): Promise<string[]> {
  const indicators = await currentIndicators(db);
  indicators.sort((a, b) => (a.providerId < b.providerId ? -1 : 1));
  // A new reader each time, because one keeps the dictionaries that it has read.
  const snapshots = await snapshotReader(db).texts(indicators, SETTINGS);
  return snapshots.map(({ text }) => text);
}

async function withoutSnapshot({ store: { db } }: World): Promise<number> {
  const rows = await db
    .selectFrom('indicators')
    .leftJoin('prepared_snapshots', 'prepared_snapshots.verification_id', 'indicators.verification_id')
    .select('prepared_snapshots.form')
    .where(({ eb, or }) => or([eb('form', 'is', null), eb('form', '=', 0)]))
    .execute();
  return rows.length;
}

onEitherStore('a missing or outdated snapshot is made from its package, and added', async (kind, t) => {
  const world = await republishedWorld(kind, t);
  const { store } = world;
  assert.equal(await withoutSnapshot(world), 0, 'a publication prepares all');
  const prepared = await texts(world);
  assert.ok(prepared.length > 2);
  for (const text of prepared) {
    const { methodology_url, limitations_disclosure, criterion_scores } = JSON.parse(text);
    assert.equal(methodology_url, 'https://rf.example/methodology');
    assert.equal(limitations_disclosure, SETTINGS.disclosure);
    assert.ok(criterion_scores.every(({ contested }: { contested: unknown }) => Array.isArray(contested)));
  }
  const [first] = await currentIndicators(store.db);
  await store.db
    .deleteFrom('prepared_snapshots')
    .where('verification_id', '<>', first!.verificationId)
    .execute();
  await store.db
    .updateTable('prepared_snapshots')
    .set({ form: 0, template: Buffer.from('older'), ...UNDATED })
    .execute();
  await store.db.updateTable('served_indicators').set(UNDATED).execute();
  assert.deepEqual(await texts(world), prepared, 'made from the packages');
  const missing = (await verifyAll(store.db)).findings;
  assert.ok(missing.length > 0 && missing.every(({ problem }) => problem === 'is missing'));
  const { tree_size } = await store.db.selectFrom('log_state').select('tree_size').executeTakeFirstOrThrow();
  await store.db.updateTable('log_state').set({ prepared_from: tree_size }).execute();
  assert.deepEqual((await verifyAll(store.db)).findings, [], 'as in a store of an older version');
  await completeSnapshots(store, 60_000);
  assert.equal(await withoutSnapshot(world), 0);
  assert.deepEqual(await texts(world), prepared);
  assert.deepEqual((await verifyAll(store.db)).findings, []);
});

onEitherStore('a row of an older version gets what its snapshot says of its evidence', async (kind, t) => {
  const { store } = await republishedWorld(kind, t);
  const dated = () =>
    store.db
      .selectFrom('served_indicators')
      .select(['provider_id', 'next_lapse_at', 'stale_from'])
      .orderBy('provider_id')
      .execute();
  const before = await dated();
  assert.ok(before.length > 2 && before.every((row) => row.next_lapse_at! <= row.stale_from!));
  await store.db.updateTable('served_indicators').set(UNDATED).execute();
  await completeSnapshots(store, 60_000);
  assert.deepEqual(await dated(), before, 'its snapshot is up to date');
  await store.db.updateTable('served_indicators').set(UNDATED).execute();
  await store.db
    .updateTable('prepared_snapshots')
    .set({ ...UNDATED, form: 2 })
    .execute();
  assert.deepEqual((await verifyAll(store.db)).findings, [], 'as after an upgrade');
  await completeSnapshots(store, 60_000);
  assert.deepEqual(await dated(), before, 'its snapshot is made again');
  assert.deepEqual((await verifyAll(store.db)).findings, []);
});

onEitherStore('verify finds a prepared row, snapshot or dictionary that was changed', async (kind, t) => {
  const world = await republishedWorld(kind, t);
  const { db } = world.store;
  const [one, other] = await currentIndicators(db);
  const found = async () => (await verifyAll(db)).findings.map(({ record }) => record);
  const id = one!.verificationId;

  const [row] = await db
    .selectFrom('served_indicators')
    .selectAll()
    .where('verification_id', '=', id)
    .execute();
  const changes = {
    final_score: row!.final_score + 1,
    stale_since: 5,
    folded_name: 'x',
    changed_at: 1,
    next_lapse_at: row!.next_lapse_at! + DAY,
    stale_from: null,
  };
  for (const [column, value] of Object.entries(changes)) {
    const target = db.updateTable('served_indicators').where('verification_id', '=', id);
    await target.set({ [column]: value }).execute();
    assert.deepEqual(await found(), [`served_indicators ${one!.providerId}`], column);
    await target.set(row!).execute();
  }
  await db.deleteFrom('served_indicators').where('verification_id', '=', id).execute();
  assert.deepEqual(await found(), [`served_indicators ${one!.providerId}`]);
  await db.insertInto('served_indicators').values(row!).execute();

  const snapshot = (verificationId: string) =>
    db.selectFrom('prepared_snapshots').selectAll().where('verification_id', '=', verificationId);
  const own = await snapshot(id).executeTakeFirstOrThrow();
  const another = await snapshot(other!.verificationId).executeTakeFirstOrThrow();
  const cut = own.template.subarray(0, own.template.length - 5);
  for (const change of [
    { template: another.template },
    { template: cut },
    { yield_max: '99.00' },
    { form: own.form + 1 },
    { stale_from: own.stale_from! + DAY },
  ]) {
    const target = db.updateTable('prepared_snapshots').where('verification_id', '=', id);
    await target.set(change).execute();
    const served = 'stale_from' in change ? [`served_indicators ${one!.providerId}`] : [];
    assert.deepEqual((await found()).sort(), [`prepared_snapshots ${id}`, ...served]);
    await target.set(own).execute();
  }
  assert.deepEqual(await found(), []);
});

onEitherStore('a snapshot has another mark wherever its text is another one', async (kind, t) => {
  const { store } = await republishedWorld(kind, t);
  const indicators = await currentIndicators(store.db);
  const changed = indicators.flatMap((served) => [
    served,
    { ...served, name: `${served.name} AG` },
    { ...served, slug: `${served.slug}-2` },
    { ...served, verifiedAt: served.verifiedAt + 1000 },
    { ...served, staleReason: 'Insolvency status is overdue.' },
    { ...served, correctedBy: 'RF-00000-00000-00000-00000-000000' },
  ]);
  const reader = snapshotReader(store.db);
  const snapshots = [
    ...(await reader.texts(changed, SETTINGS)),
    ...(await reader.texts(changed, { ...SETTINGS, baseUrl: 'https://other.example' })),
    ...(await reader.texts(changed, { ...SETTINGS, disclosure: 'Another one.' })),
    ...(await reader.texts(indicators, SETTINGS, Date.parse('2026-12-01T00:00:00Z'))),
  ];
  const marks = new Set(snapshots.map(({ mark }) => mark));
  assert.equal(marks.size, new Set(snapshots.map(({ text }) => text)).size);
  assert.equal(marks.size, snapshots.length);
  assert.ok(!marks.has(null));
});
