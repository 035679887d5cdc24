// A transaction that began before others wrote: what it does not see yet is no forgery, and no row is refused for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AuthorityIndex } from '@rf-indicators/core/store/records/authority';
import { WriteTracker } from '@rf-indicators/core/store/records/tracker';
import type { Writes } from '@rf-indicators/core/store/store';
import type { KyselyPlugin } from 'kysely';
import { publishedWorld } from '../../../../test/support/world.ts';

test('a transaction knows that it is older, even if the newer entries were read by others while it asked', async (t) => {
  const { store, people } = await publishedWorld('postgres', t);
  const index = new AuthorityIndex(() => store.chainKey());
  await index.follow(store.db);
  const others = async () => {
    await store.transaction((writes) =>
      writes.updateTable('staff').set({ name: 'Eva' }).where('id', '=', people.analyst.id).execute(),
    );
    await index.follow(store.db);
  };
  // Between the moment in which the transaction asks and the one in which it gets its answer.
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await others();
      return result;
    },
  };
  await store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const tracker = new WriteTracker();
      assert.equal(await index.follow(db.withPlugin(slow) as unknown as Writes, tracker), false);
      assert.equal(await index.follow(db as unknown as Writes, tracker), false, 'and when it asks again');
    });
  assert.equal(await index.follow(store.db), true);
});
