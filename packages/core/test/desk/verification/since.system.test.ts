// rf verify --since: what is newer than a kept checkpoint is verified as rf verify --all does it. Of what is older, only what
// counts now: the log, what readers are served, who may do what, and how many rows there are. What it therefore does not
// find is pinned here, as docs/use/integrity.md says it.

import assert from 'node:assert/strict';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { CHAINED_TABLES, type Row, type Table } from '@rf-indicators/core/store/schema';
import type { Queries } from '@rf-indicators/core/store/store';
import { type RawBuilder, sql } from 'kysely';
import { FORGERIES, Forger, isAlterable, isByRows } from '../../../../../test/support/forger.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, publishedWorld, publishNow, type World } from '../../../../../test/support/world.ts';

async function newestCheckpoint(db: Queries): Promise<string> {
  const { note } = await db
    .selectFrom('checkpoints')
    .select('note')
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return note;
}

const problemsIn = (findings: readonly { record: string; problem: string }[]) =>
  findings.map(({ record, problem }) => `${record}: ${problem}`);

/** A checkpoint is kept, and after it a value is entered and published, with everything else or alone. */
async function worldWithKept(world: World, { everything = true } = {}): Promise<string> {
  const { desk, store, publisher } = world;
  await sealRecords(desk, publisher);
  const kept = await newestCheckpoint(store.db);
  desk.moveTo(desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world, { everything });
  return kept;
}

onEitherStore('only what is newer than the kept checkpoint is verified', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { store } = world;
  const kept = await worldWithKept(world);
  const all = await verifyAll(store.db);
  const since = await verifyAll(store.db, {}, { since: { checkpoint: kept } });
  assert.deepEqual(since.findings, []);
  assert.ok(since.packages > 0 && since.packages < all.packages, `${since.packages} of ${all.packages}`);
  assert.equal(all.covered, null);
  assert.ok(since.covered!.entries > 0 && since.covered!.entries < all.records.entries);
  assert.equal(since.leaves, all.leaves, 'the hashes of the log are checked in whole');
  // Shares of what is older add up to everything.
  let packages = 0;
  for (let part = 0; part < 3; part += 1) {
    const share = { part, of: 3 };
    const shared = await verifyAll(store.db, {}, { since: { checkpoint: kept, share } });
    assert.deepEqual(shared.findings, []);
    packages += shared.packages - since.packages;
  }
  // The share of packages is one of all, new ones included.
  assert.equal(packages, all.packages);
});

onEitherStore(
  'a checkpoint of another log, or none, is refused, and one that the log contradicts is found',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { store } = world;
    const kept = await worldWithKept(world);
    const verify = (checkpoint: string) => verifyAll(store.db, {}, { since: { checkpoint } });
    await assert.rejects(verify('nothing'), /not signed by the keys of this log/);
    await assert.rejects(verify(kept.replace(/\n(\d+)\n/, '\n1\n')), /not signed by the keys of this log/);
    // The store is put back to an earlier state.
    const newest = await newestCheckpoint(store.db);
    await Forger.at(store);
    const { tree_size } = await store.db
      .selectFrom('log_state')
      .select('tree_size')
      .executeTakeFirstOrThrow();
    await store.db.deleteFrom('checkpoints').where('tree_size', '=', tree_size).execute();
    await store.db
      .deleteFrom('log_leaves')
      .where('idx', '>=', tree_size - 1)
      .execute();
    await store.db
      .updateTable('log_state')
      .set({ tree_size: tree_size - 1 })
      .execute();
    const { findings } = await verify(newest);
    assert.ok(
      problemsIn(findings).some((text) => /^log: The store's log has/.test(text)),
      problemsIn(findings).join('\n'),
    );
  },
);

/** The forgeries of an older row that only rf verify --all finds. */
const FOUND_BY_ALL_ONLY = new Set(['hidden in its entry, whose link and MAC stay as they are']);

onEitherStore(
  'forgeries of what is newer are found, and of what is older those that change the chain',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { store } = world;
    const { db } = store;
    const kept = await worldWithKept(world);
    const forger = await Forger.at(store);
    const since = async () => (await verifyAll(db, {}, { since: { checkpoint: kept } })).findings;
    assert.deepEqual(await since(), []);
    const chain = await forger.entries();
    const covered = (await verifyAll(db, {}, { since: { checkpoint: kept } })).covered!.entries;
    const restore = async (table: Table, rows: readonly Row[]) => {
      await db.deleteFrom('record_chain').execute();
      for (let at = 0; at < chain.length; at += 200)
        await db
          .insertInto('record_chain')
          .values(chain.slice(at, at + 200))
          .execute();
      for (const row of await forger.rowsOf(table)) await forger.remove(table, row);
      for (const row of rows) await forger.insert(table, row);
    };
    /** Of the audit trail: the row of an entry with this number. */
    const rows = await forger.rowsOf('audit');
    const ofEntry = (seq: number) => {
      const { row_key } = chain.find((entry) => entry.seq === seq)!;
      return rows.find((row) => JSON.stringify([row.seq]) === row_key)!;
    };
    const audited = chain.filter(({ table_name }) => table_name === 'audit').map(({ seq }) => seq);
    const older = ofEntry(audited.findLast((seq) => seq <= covered)!);
    const newer = ofEntry(audited.find((seq) => seq > covered)!);
    const missed: string[] = [];
    for (const [name, forge] of Object.entries(FORGERIES)) {
      for (const [age, row] of Object.entries({ older, newer })) {
        const isTaken = await forge(forger, 'audit', row).then(
          () => true,
          () => false,
        );
        if (isTaken && (await since()).length === 0) {
          missed.push(`${age}: ${name}`);
          assert.notDeepEqual((await verifyAll(db)).findings, [], `${age}: ${name}, --all`);
        }
        await restore('audit', rows);
      }
    }
    assert.deepEqual(
      missed,
      [...FOUND_BY_ALL_ONLY].map((name) => `older: ${name}`),
    );
    assert.deepEqual(await since(), []);
  },
);

onEitherStore(
  'of what is older, what counts now is checked, and changed rows are left to --all',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { store } = world;
    const { db } = store;
    const kept = await worldWithKept(world, { everything: false });
    await Forger.at(store);
    const { verification_id: older } = await db
      .selectFrom('provider_states')
      .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
      .select('indicators.verification_id')
      .orderBy('log_index')
      .limit(1)
      .executeTakeFirstOrThrow();
    const since = async () => problemsIn((await verifyAll(db, {}, { since: { checkpoint: kept } })).findings);
    const all = async () => problemsIn((await verifyAll(db)).findings);
    const document = await oldestDocument(db);
    const score = (table: string, by: number) =>
      sql.raw(`update ${table} set final_score = final_score + ${by} where verification_id = '${older}'`);
    const tried: Record<
      string,
      [change: RawBuilder<unknown>[], undo: RawBuilder<unknown>[], isFound: boolean]
    > = {
      'a served score': [[score('served_indicators', 1)], [score('served_indicators', -1)], true],
      'a current indicator, and what is served of it': [
        [score('served_indicators', 1), score('indicators', 1)],
        [score('served_indicators', -1), score('indicators', -1)],
        true,
      ],
      'who may do what': [
        [sql`update staff_tokens set revoked_at = 1 where revoked_at is null`],
        [sql`update staff_tokens set revoked_at = null where revoked_at = 1`],
        true,
      ],
      'a leaf of the log': [
        [sql`update log_leaves set leaf = leaf || ' ' where idx = 2`],
        [sql`update log_leaves set leaf = trim(leaf) where idx = 2`],
        true,
      ],
      'an older document': [
        [sql`update documents set bytes = ${Buffer.from('other')} where sha256 = ${document.sha256}`],
        [sql`update documents set bytes = ${document.bytes} where sha256 = ${document.sha256}`],
        false,
      ],
      'an older value': [
        [sql`update proposals set value = value || '0' where id = (select min(id) from proposals)`],
        [
          sql`update proposals set value = substr(value, 1, length(value) - 1) where id = (select min(id) from proposals)`,
        ],
        false,
      ],
      'what was prepared of an older indicator': [
        [sql`update prepared_snapshots set crc32 = crc32 + 1 where verification_id = ${older}`],
        [sql`update prepared_snapshots set crc32 = crc32 - 1 where verification_id = ${older}`],
        false,
      ],
    };
    for (const [name, [change, undo, isFound]] of Object.entries(tried)) {
      for (const statement of change) await statement.execute(db);
      assert.notDeepEqual(await all(), [], `${name}, --all`);
      assert.equal((await since()).length > 0, isFound, `${name}, --since`);
      for (const statement of undo) await statement.execute(db);
      assert.deepEqual(await all(), [], `${name}, undone`);
    }
    // A removed row is missing in the number of rows of its table, however old it is.
    const removed = await db
      .selectFrom('decisions')
      .selectAll()
      .orderBy('decided_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('decisions').where('proposal_id', '=', removed.proposal_id).execute();
    assert.match((await since()).join(), /^decisions: has \d+ rows, but \d+ were recorded$/);
    await db.insertInto('decisions').values(removed).execute();
    assert.deepEqual(await since(), []);
  },
);

/** Of the first day. */
async function oldestDocument(db: Queries) {
  return db
    .selectFrom('documents')
    .select(['sha256', 'bytes'])
    .orderBy('stored_at')
    .limit(1)
    .executeTakeFirstOrThrow();
}

onEitherStore('an entry before the first one does not hide a row', async (kind, t) => {
  const { store } = await publishedWorld(kind, t);
  const forger = await Forger.at(store);
  const [table] = CHAINED_TABLES.filter((name) => isByRows(name) && name === 'audit');
  const [row] = await forger.rowsOf(table!);
  assert.ok(isAlterable(table!, row!));
  const added = { ...row!, seq: 1_000_000_007, id: 'added' };
  await forger.insert(table!, added);
  await forger.append(table!, JSON.stringify([added.seq]), [added]);
  const { seq } = (await forger.entries()).at(-1)!;
  await store.db.updateTable('record_chain').set({ seq: 0 }).where('seq', '=', seq).execute();
  assert.deepEqual(problemsIn((await verifyAll(store.db)).findings), [
    'record_chain 0: comes before the first entry: somebody added it',
  ]);
});
