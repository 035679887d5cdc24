import assert from 'node:assert/strict';
import { createStore, openStore } from '@rf-indicators/core/store/open';
import type { Store } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { emptyLocation, emptyStore, onEachStore } from '../../../../test/support/stores.ts';

async function addStaff({ db }: Store, ...ids: string[]): Promise<void> {
  const rows = ids.map((id) => ({ id, name: id, created_at: 1_775_000_000_000, retired_at: null }));
  await db.insertInto('staff').values(rows).execute();
}

onEachStore('a store is created once, and opening it again changes nothing', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const first = await createStore(location);
  await addStaff(first, 'ann');
  await first.close();
  const second = await openStore(location);
  cleanUp(t, () => second.close());
  const staff = await second.db.selectFrom('staff').selectAll().execute();
  assert.deepEqual(
    { ...staff[0] },
    { id: 'ann', name: 'ann', created_at: 1_775_000_000_000, retired_at: null },
  );
});

onEachStore('a transaction that fails leaves nothing behind', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const failed = store.transaction(async (writes) => {
    await writes
      .insertInto('staff')
      .values({ id: 'ann', name: 'Ann', created_at: 1, retired_at: null })
      .execute();
    throw new Error('no');
  });
  await assert.rejects(failed, /no/);
  assert.deepEqual(await store.db.selectFrom('staff').selectAll().execute(), []);
});

onEachStore('counters that many writers raise at once lose no step', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const raise = () =>
    store.transaction(async (writes) => {
      const { tree_size } = await writes
        .selectFrom('log_state')
        .select('tree_size')
        .executeTakeFirstOrThrow();
      await writes
        .updateTable('log_state')
        .set({ tree_size: tree_size + 1 })
        .execute();
    });
  await Promise.all(Array.from({ length: 8 }, raise));
  const { tree_size } = await store.db.selectFrom('log_state').select('tree_size').executeTakeFirstOrThrow();
  assert.equal(tree_size, 8);
});

onEachStore('append-only records can be neither changed nor deleted', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const { db } = store;
  await addStaff(store, 'ann');
  await db.insertInto('checkpoints').values({ tree_size: 1, note: 'note', created_at: 1 }).execute();
  await db
    .insertInto('audit')
    .values({ seq: 1, id: 'a', at: 1, actor: 'ann', action: 'x', subject: 'y', before: null, after: null })
    .execute();
  await assert.rejects(db.updateTable('checkpoints').set({ note: 'other' }).execute(), /append-only/);
  await assert.rejects(db.deleteFrom('checkpoints').execute(), /append-only/);
  await assert.rejects(db.updateTable('audit').set({ actor: 'bob' }).execute(), /append-only/);
  await assert.rejects(sql`delete from audit`.execute(db), /append-only/);
  if (kind === 'postgres') await assert.rejects(sql`truncate audit`.execute(db), /append-only/);
});

onEachStore('the store itself refuses a decision by the one who proposed', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const { db } = store;
  await addStaff(store, 'ann', 'bob');
  await db.insertInto('providers').values({ id: 'p', slug: 'p', created_at: 1, retired_at: null }).execute();
  const evidence = { kind: 'x', title: 'x', url: null, page: null, quote: null, sha256: null };
  await db
    .insertInto('evidence')
    .values({
      id: 'e',
      ...evidence,
      evidence_date: '2026-04-01',
      grade: 'E',
      recorded_at: 1,
      recorded_by: 'ann',
    })
    .execute();
  const proposal = {
    batch_id: 'b',
    provider_id: 'p',
    input_id: 'i',
    value: '1',
    evidence_id: 'e',
    facts: '{}',
  };
  await db
    .insertInto('proposals')
    .values({ id: 'q', ...proposal, renewal: 0, proposed_by: 'ann', proposed_at: 1 })
    .execute();
  const decide = (proposed_by: string, decided_by: string) =>
    db
      .insertInto('decisions')
      .values({
        proposal_id: 'q',
        proposed_by,
        decision: 'approved',
        decided_by,
        decided_at: 2,
        reason: null,
      })
      .execute();
  await assert.rejects(decide('ann', 'ann'), /check/i);
  await assert.rejects(decide('bob', 'ann'), /foreign key/i, 'naming another proposer does not help');
  await decide('ann', 'bob');
});

onEachStore('evidence without a stored document is refused unless it is of grade D or E', async (kind, t) => {
  const store = await emptyStore(kind, t);
  await addStaff(store, 'ann');
  const add = (id: string, grade: string) =>
    store.db
      .insertInto('evidence')
      .values({
        id,
        kind: 'x',
        title: 'x',
        url: null,
        page: null,
        quote: null,
        evidence_date: '2026-04-01',
        grade,
        sha256: null,
        recorded_at: 1,
        recorded_by: 'ann',
      })
      .execute();
  await add('d', 'D');
  await add('e', 'E');
  await assert.rejects(add('a', 'A'), /check/i);
});
