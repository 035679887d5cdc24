// A list of many rows is compared in portions, and every change of it is found, as if all rows were compared at once.

import assert from 'node:assert/strict';
import { largeListProblem } from '@rf-indicators/core/desk/verification/large-lists';
import { CHAINED_TABLES, chainOf, type Row } from '@rf-indicators/core/store/schema';
import { untyped } from '@rf-indicators/core/store/store';
import { altered, Forger } from '../../../../../test/support/forger.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { publishedWorld } from '../../../../../test/support/world.ts';

onEitherStore('changed, missing and added rows of a list are found', async (kind, t) => {
  const { store } = await publishedWorld(kind, t);
  const { db } = store;
  const forger = await Forger.at(store);
  let tried = 0;
  for (const table of CHAINED_TABLES.filter((name) => chainOf(name) === 'lists')) {
    const entries = await db
      .selectFrom('record_chain')
      .selectAll()
      .where('table_name', '=', table)
      .orderBy('row_count', 'desc')
      .limit(1)
      .execute();
    for (const entry of entries) {
      const problem = async () => (await largeListProblem(db, table, entry)).problem?.problem ?? null;
      assert.equal(await problem(), null, table);
      const rows = (await untyped(db)
        .selectFrom(table)
        .selectAll()
        .where('chain_list', '=', entry.list)
        .execute()) as Row[];
      const row = rows.at(-1)!;
      const { row_count } = entry;
      const changes = altered(table, row);
      if (changes !== null) {
        await forger.change(table, row, changes);
        assert.equal(await problem(), 'is not what was recorded: somebody changed it', table);
        await forger.change(table, row, row);
        tried += 1;
      }
      // It leaves the list, as if it had been removed.
      await forger.change(table, row, { chain_list: 1 });
      assert.equal(await problem(), `has ${row_count - 1} of ${row_count} rows`, table);
      await forger.change(table, row, { chain_list: entry.list });
      assert.equal(await problem(), null, `${table}, undone`);
    }
  }
  assert.ok(tried > 5);
});
