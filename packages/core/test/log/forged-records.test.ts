// Attacks by somebody who can write to the database and does not have the master key: on records that are sealed, and on the
// beginning of the chain.

import assert from 'node:assert/strict';
import { noteAttendance } from '@rf-indicators/core/accounts/attendance';
import { retireStaff } from '@rf-indicators/core/accounts/staff-changes';
import { eraseStaff } from '@rf-indicators/core/accounts/staff-erasure';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { macLeaf, macLeaves } from '@rf-indicators/core/log/mac-leaf';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { prepareAppend, writeAppend } from '@rf-indicators/core/log/store';
import { connectStore } from '@rf-indicators/core/store/connect';
import { AuthorityIndex } from '@rf-indicators/core/store/records/authority';
import { chainTip } from '@rf-indicators/core/store/records/chain';
import { rowKey } from '@rf-indicators/core/store/records/tracker';
import type { Store } from '@rf-indicators/core/store/store';
import { Forger } from '../../../../test/support/forger.ts';
import { locationFrom, onEitherStore } from '../../../../test/support/stores.ts';
import { MIGRATED } from '../../../../test/support/templates.ts';
import { enter, publishedWorld } from '../../../../test/support/world.ts';

const problems = async ({ db }: Store) =>
  (await verifyAll(db)).findings.map(({ record, problem }) => `${record}: ${problem}`);

onEitherStore(
  'a sealed audit record and a sealed vote of the committee are not replaced or deleted by entries that are appended',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, store, publisher } = world;
    await sealRecords(desk, publisher);
    const forger = await Forger.at(store);
    for (const table of ['audit', 'committee_entries'] as const) {
      const rows = await forger.rowsOf(table);
      const row = table === 'audit' ? rows[0] : rows.find(({ kind: of }) => of === 'vote');
      await forger.remove(table, row!);
      await forger.append(table, rowKey(table, row!), []);
    }
    assert.match((await problems(store)).join('\n'), /record_chain \d+: has a wrong MAC/);
    assert.match((await problems(store)).join('\n'), /audit \d+: was deleted at entry \d+/);
    assert.match((await problems(store)).join('\n'), /committee_entries \S+ \d+: was deleted at entry \d+/);
    await assert.rejects(sealRecords(desk, publisher), /Nothing was signed.*has a wrong MAC/);
  },
);

onEitherStore(
  'personal data is erased by an entry that says who did it and by which act',
  async (kind, t) => {
    const { desk, store, people, publisher } = await publishedWorld(kind, t);
    const { analyst, operator, reviewer } = people;
    const two = { requester: operator, approver: reviewer };
    await store.transaction((writes) => retireStaff(desk, writes, two, analyst.id));
    await store.transaction((writes) => eraseStaff(desk, writes, two, analyst.id));
    const redactions = await store.db
      .selectFrom('record_chain')
      .select(['table_name', 'note'])
      .where('kind', '=', 'redaction')
      .execute();
    assert.ok(redactions.length > 0);
    for (const { note } of redactions)
      assert.deepEqual(JSON.parse(note!), { act: 'staff.erase', by: operator.id });
    await sealRecords(desk, publisher);
    assert.deepEqual(await problems(store), []);
    // The program itself changes such a record only to erase.
    await Forger.at(store);
    await assert.rejects(
      store.transaction((writes) => writes.updateTable('audit').set({ after: '{}' }).execute()),
      /Rows of audit are never changed/,
    );
  },
);

onEitherStore('what somebody changed or added is never made genuine by a later change', async (kind, t) => {
  const { desk, store, people, publisher } = await publishedWorld(kind, t);
  const forger = await Forger.at(store);
  const { id, name } = people.reviewer;
  const rename = (staffId: string) =>
    store.transaction((writes) =>
      writes.updateTable('staff').set({ name: 'Eva' }).where('id', '=', staffId).execute(),
    );
  await forger.insert('staff', { id: 'eve', name: 'Eve', created_at: 1, retired_at: null });
  await assert.rejects(rename('eve'), /staff eve is not a record of this program/);
  await assert.rejects(
    store.transaction((writes) => writes.updateTable('staff').set({ retired_at: 1 }).execute()),
    /staff eve is not a record of this program/,
    'also where it is one of many',
  );
  await forger.remove('staff', { id: 'eve' });

  const [row] = await forger.rowsOf('staff').then((rows) => rows.filter((each) => each.id === id));
  await forger.change('staff', row!, { created_at: 1 });
  await assert.rejects(rename(id), /staff .* is not what was recorded: somebody changed it/);
  // Not with an entry either, which the forger cannot authenticate.
  await forger.append('staff', rowKey('staff', row!), [{ ...row!, created_at: 1 }]);
  await assert.rejects(
    rename(id),
    /The records of who may do what were altered|is not a record of this program/,
  );
  assert.notEqual(name, 'Eva');
  await assert.rejects(sealRecords(desk, publisher), /Nothing was signed/);
});

onEitherStore('an entry that was altered under its link and MAC grants nothing', async (kind, t) => {
  const { store, people } = await publishedWorld(kind, t);
  const forger = await Forger.at(store);
  const token = (await forger.rowsOf('staff_tokens')).find(({ staff_id }) => staff_id === people.analyst.id)!;
  // The token of an analyst becomes one of the operator.
  const forged = await forger.change('staff_tokens', token, { staff_id: people.operator.id });
  await forger.alterEntry('staff_tokens', rowKey('staff_tokens', token), forged);
  // As in a process that starts.
  const index = new AuthorityIndex(() => store.chainKey());
  await assert.rejects(index.follow(store.db), /were altered: entry \d+ .* is not what its link covers/);
  assert.match((await problems(store)).join('\n'), /record_chain \d+/);
});

onEitherStore('a row that somebody put in the way of a new one is not taken for it', async (kind, t) => {
  const { desk, store, people } = await publishedWorld(kind, t);
  const forger = await Forger.at(store);
  await store.transaction((writes) =>
    writes.insertInto('staff').values({ id: 'zoe', name: 'Zoe', created_at: 1, retired_at: null }).execute(),
  );
  await forger.insert('staff_attendance', {
    staff_id: 'zoe',
    first_day: '2020-01-01',
    last_day: '2020-01-01',
  });
  await assert.rejects(noteAttendance(desk, 'zoe'), /staff_attendance .* is not a record of this program/);
  await noteAttendance(desk, people.reviewer.id);
  const [row] = await forger
    .rowsOf('staff_attendance')
    .then((rows) => rows.filter(({ staff_id }) => staff_id === people.reviewer.id));
  await forger.change('staff_attendance', row!, { first_day: '2020-01-01', last_day: '2020-01-02' });
  await assert.rejects(noteAttendance(desk, people.reviewer.id), /somebody changed it/);
  assert.ok((await store.db.selectFrom('staff_attendance').selectAll().execute()).length >= 2);
});

onEitherStore('MACs begin once, and rows are taken as they were found once', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, store, publisher, masterKey } = world;
  await sealRecords(desk, publisher);
  assert.deepEqual(
    (await macLeaves(store.db)).map(({ count, found }) => [count, found]),
    [[0, 0]],
    'a new store has MACs from its first entry',
  );
  // Even with the keys, a second beginning is seen.
  await store.transaction(async (writes) => {
    const { seq: count, link: head } = await chainTip(writes);
    const { tree_size } = await writes.selectFrom('log_state').select('tree_size').executeTakeFirstOrThrow();
    const leaf = macLeaf(desk.clock(), { count, head, found: 0, tree_size });
    const signer = await currentSigner(writes, masterKey);
    await writeAppend(writes, await prepareAppend(writes, [leaf], [signer]), desk.clock());
  });
  assert.match((await problems(store)).join('\n'), /log_leaves \d+: says that MACs began a second time/);
  const forger = await Forger.at(store);
  await forger.append('baseline' as never, JSON.stringify([new Date(0).toISOString()]), []);
  assert.match(
    (await problems(store)).join('\n'),
    /record_chain \d+: takes rows as they were found, after the chain had begun/,
  );
});

onEitherStore('nothing is recorded without the master key, and the error names it', async (kind, t) => {
  const location = await locationFrom(MIGRATED, kind, t);
  const store = await connectStore(location);
  t.after(() => store.close());
  const add = () =>
    store.transaction((writes) =>
      writes.insertInto('staff').values({ id: 'a', name: 'A', created_at: 1, retired_at: null }).execute(),
    );
  await assert.rejects(add(), /authenticated with the master key, which is needed.*RF_MASTER_KEY/);
  assert.deepEqual(await store.db.selectFrom('staff').select('id').execute(), []);
});

onEitherStore('MACs of another key are refused', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, store, publisher } = world;
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await store.db.updateTable('record_chain').set({ mac: 'ffffffff:AAAA' }).execute();
  assert.match((await problems(store)).join('\n'), /record_chain 1: has a MAC of another master key/);
  await assert.rejects(sealRecords(desk, publisher), /Nothing was signed.*MAC of another master key/);
});
