// Statistics of SQLite's planner are gathered when a store is opened, every hour, and when it is closed.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createStore, openStore } from '@rf-indicators/core/store/open';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import type { Store, StoreLocation } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { TEST_MASTER_KEY } from '../../../../test/support/templates.ts';

const HOUR = 60 * 60 * 1000;

function emptyPlace(t: TestContext): StoreLocation {
  return { dataDir: temporaryFolder(t), databaseUrl: null, masterKey: TEST_MASTER_KEY };
}

/** Reads as another connection does. The number of rows of a table, as the planner knows it; null if it does not. */
function knownRows({ dataDir }: StoreLocation, table: string): number | null {
  const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  try {
    const isThere = database.prepare("select 1 from sqlite_schema where name = 'sqlite_stat1'").get();
    if (isThere === undefined) return null;
    const row = database.prepare('select stat from sqlite_stat1 where tbl = ? limit 1').get(table);
    return row === undefined ? null : Number(String(row.stat).split(' ')[0]);
  } finally {
    database.close();
  }
}

let spans = 0;

/** Rows of a table without records. */
async function addSpans({ db }: Store, count: number): Promise<void> {
  const values = Array.from({ length: count }, () => {
    spans += 1;
    return { node: 'a', window_id: 'w', second: spans, times: '' };
  });
  for (let at = 0; at < count; at += 1000)
    await db
      .insertInto('limit_spans')
      .values(values.slice(at, at + 1000))
      .execute();
}

test('a store that was filled without statistics gets them when it is opened next', async (t) => {
  const place = emptyPlace(t);
  const store = await createStore(place);
  await addSpans(store, 500);
  await store.db.destroy();
  assert.equal(knownRows(place, 'limit_spans'), null);
  const opened = await openStore(place);
  t.after(() => opened.close());
  assert.equal(knownRows(place, 'limit_spans'), 500);
});

test('a store that stays open learns every hour how its tables have grown', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const place = emptyPlace(t);
  const store = await createStore(place);
  t.after(() => store.close());
  const ask = () => store.db.selectFrom('limit_spans').select('times').where('second', '=', 7).execute();
  await addSpans(store, 500);
  await ask();
  t.mock.timers.tick(HOUR);
  assert.equal(knownRows(place, 'limit_spans'), 500);
  // Less than ten times as many are as good as the same number.
  await addSpans(store, 9500);
  await ask();
  t.mock.timers.tick(HOUR);
  assert.ok(knownRows(place, 'limit_spans')! > 5000, String(knownRows(place, 'limit_spans')));
});

test('a command leaves statistics of what it has asked for', async (t) => {
  const place = emptyPlace(t);
  const store = await createStore(place);
  await addSpans(store, 500);
  await store.db.selectFrom('limit_spans').select('times').where('second', '=', 7).execute();
  await store.close();
  assert.equal(knownRows(place, 'limit_spans'), 500);
});

test('nobody waits for statistics: they are left out while somebody else writes, and in a transaction', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const place = emptyPlace(t);
  const store = await createStore(place);
  await addSpans(store, 500);
  await store.db.destroy();
  const other = new DatabaseSync(sqliteFile(place.dataDir));
  t.after(() => other.close());
  other.exec('begin immediate');
  // It would wait for half a minute.
  const opened = await openStore(place);
  t.after(() => opened.close());
  assert.equal(knownRows(place, 'limit_spans'), null);
  other.exec('commit');
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const writing = opened.transaction(() => {
    begun.resolve();
    return ending.promise;
  });
  await begun.promise;
  t.mock.timers.tick(HOUR);
  assert.equal(knownRows(place, 'limit_spans'), null);
  ending.resolve();
  await writing;
  // Other writers are waited for as long as ever.
  const [row] = (await sql<{ timeout: number }>`pragma busy_timeout`.execute(opened.db)).rows;
  assert.equal(row?.timeout, 30_000);
});
