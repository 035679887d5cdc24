// Public facts become leaves of the log, and the record chain is sealed behind them. Whoever rewrites it is found out.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { listBehind } from '@rf-indicators/core/log/fact-leaves';
import { hasUnsealedFacts, lastSeal, sealRecords } from '@rf-indicators/core/log/seal';
import { rotateSigningKey } from '@rf-indicators/core/log/signing-keys';
import { inPortions } from '@rf-indicators/core/store/bulk';
import { digestRows, FIRST_LINK, nextLink } from '@rf-indicators/core/store/records/chain';
import type { Store } from '@rf-indicators/core/store/store';
import { decideMatter } from '../../../../test/support/deciding.ts';
import { lowerGuards } from '../../../../test/support/mutations.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, enter, publishedWorld, publishNow, type World } from '../../../../test/support/world.ts';

const problems = async ({ db }: Store) =>
  (await verifyAll(db)).findings.map(({ record, problem }) => `${record}: ${problem}`);

async function withdraw({ desk, people, idOf }: World, sample: string, reason: string): Promise<void> {
  const request = await askToWithdraw(desk, people.operator, { providerId: idOf(sample), reason });
  await decideMatter(desk, request);
}

onEitherStore(
  'public facts are leaves of the log, and their lists have the digests that it says',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, store, publisher } = world;
    assert.equal(await hasUnsealedFacts(store.db), false, 'a publication is sealed at once');
    desk.moveTo(desk.clock() + DAY);
    await enter(world, 'FX-05', 'equity_ratio', '4.00');
    await publishNow(world);
    await withdraw(world, 'FX-12', 'A dispute.');
    do desk.moveTo(desk.clock() + DAY);
    while ((await sweepStaleness(desk, DEFAULT_POLICY)).stale.length === 0);
    assert.equal(await hasUnsealedFacts(store.db), true);
    assert.equal(await sealRecords(desk, publisher), true);
    assert.equal(await sealRecords(desk, publisher), false, 'nothing is left to seal');

    const leaves = await store.db.selectFrom('log_leaves').selectAll().orderBy('idx').execute();
    const kinds = new Set(leaves.map((leaf) => leaf.kind));
    const expected = [
      'announcement',
      'changelog',
      'confirmation',
      'macs',
      'names',
      'publication',
      'rationale',
      'records',
      'resumed',
      'staleness',
      'statement',
      'withdrawal',
    ];
    assert.deepEqual([...kinds].sort(), expected);
    for (const { kind: what, leaf } of leaves) {
      const content = JSON.parse(leaf) as { list?: { count: number; sha256: string }; reason?: string };
      const list = await listBehind(store.db, what, leaf);
      assert.equal(list === null, content.list === undefined, what);
      if (what === 'withdrawal') assert.equal(content.reason, 'A dispute.');
      if (list === null) continue;
      assert.equal(createHash('sha256').update(list).digest('hex'), content.list!.sha256);
      assert.equal(list.split('\n').length - 1, content.list!.count);
    }
    assert.deepEqual(await problems(store), []);
  },
);

onEitherStore(
  'a process that read the records before another one sealed more does not seal fewer',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, store, publisher } = world;
    await enter(world, 'FX-05', 'equity_ratio', '4.00');
    // The slow process has read the records, and goes on when the other one has written and sealed more of them.
    let between: (() => Promise<void>) | null = async () => {
      await enter(world, 'FX-05', 'equity_ratio', '5.00');
      assert.equal(await sealRecords(desk, publisher), true);
    };
    const slow = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const act = between;
        if (act !== null && result.rows.some((row) => 'link' in row && 'table_name' in row)) {
          between = null;
          await act();
        }
        return result;
      },
    });
    await sealRecords({ ...desk, store: { ...store, db: slow } }, publisher);
    assert.equal(between, null, 'the other process came between');
    const seals = await store.db
      .selectFrom('log_leaves')
      .select('leaf')
      .where('kind', '=', 'records')
      .orderBy('idx')
      .execute();
    const counts = seals.map(({ leaf }) => (JSON.parse(leaf) as { count: number }).count);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
    assert.deepEqual(await problems(store), []);
  },
);

onEitherStore('nothing is sealed that somebody changed since it was written', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, store, publisher } = world;
  await withdraw(world, 'FX-12', 'A dispute.');
  await lowerGuards(store);
  const [before] = await store.db.selectFrom('withdrawals').selectAll().execute();
  await store.db.updateTable('withdrawals').set({ reason: 'Nothing.' }).execute();
  await assert.rejects(
    sealRecords(desk, publisher),
    /Nothing was signed.*withdrawals .* somebody changed it/,
  );
  await store.db.updateTable('withdrawals').set(before!).execute();

  const { count } = await lastSeal(store.db);
  const { link } = await store.db
    .selectFrom('record_chain')
    .select('link')
    .where('seq', '=', count)
    .executeTakeFirstOrThrow();
  await store.db.updateTable('record_chain').set({ link: 'x' }).where('seq', '=', count).execute();
  await assert.rejects(sealRecords(desk, publisher), /the record chain contradicts the log/);
  await store.db.updateTable('record_chain').set({ link }).where('seq', '=', count).execute();
  await sealRecords(desk, publisher);
  assert.deepEqual(await problems(store), []);
});

/** What somebody with the database's password can do: change a record, and compute the whole chain anew. */
async function rewriteChain({ db }: Store): Promise<void> {
  const entries = await db.selectFrom('record_chain').selectAll().orderBy('seq').execute();
  let link = FIRST_LINK;
  for (const entry of entries) {
    if (entry.table_name === 'staff' && entry.salt !== null) {
      const [id] = JSON.parse(entry.row_key!) as [string];
      const rows = await db.selectFrom('staff').selectAll().where('id', '=', id).execute();
      entry.digest = digestRows('staff', entry.salt, rows);
    }
    link = nextLink(link, entry);
    const changed = { digest: entry.digest, link };
    await db.updateTable('record_chain').set(changed).where('seq', '=', entry.seq).execute();
  }
}

onEitherStore('a chain that was computed anew, cut, or robbed of a salt is found', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, store, publisher, people } = world;
  const { db } = store;
  await rotateSigningKey(desk, people.operator, publisher, new Uint8Array(32).fill(9));
  await sealRecords(desk, publisher);
  await lowerGuards(store);
  const staff = await db
    .selectFrom('staff')
    .selectAll()
    .where('id', '=', people.analyst.id)
    .executeTakeFirstOrThrow();
  const chain = await db.selectFrom('record_chain').selectAll().orderBy('seq').execute();
  const restore = async () => {
    await db.deleteFrom('record_chain').execute();
    for (const entries of inPortions(chain, 500))
      await db.insertInto('record_chain').values(entries).execute();
    await db.updateTable('staff').set(staff).where('id', '=', staff.id).execute();
    assert.deepEqual(await problems(store), []);
  };

  await db.updateTable('staff').set({ name: 'Somebody else' }).where('id', '=', staff.id).execute();
  assert.match((await problems(store)).join('\n'), /staff .*: is not what was recorded/);
  await rewriteChain(store);
  const rewritten = await problems(store);
  assert.ok(rewritten.some((problem) => /record_chain: is not the one that the log covers/.test(problem)));
  await restore();

  await db
    .deleteFrom('record_chain')
    .where('seq', '>', chain.length - 5)
    .execute();
  assert.match((await problems(store)).join('\n'), /record_chain: has \d+ entries, but the log covers \d+/);
  await restore();

  const own = chain.find(({ row_key, salt }) => salt !== null && row_key === JSON.stringify([staff.id]))!;
  await db.updateTable('record_chain').set({ salt: null }).where('seq', '=', own.seq).execute();
  await db.updateTable('staff').set({ name: 'Somebody else' }).where('id', '=', staff.id).execute();
  assert.match((await problems(store)).join('\n'), /record_chain \d+: has lost its salt/);
  await restore();
});
