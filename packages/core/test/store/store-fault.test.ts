// What is said when the store cannot be written or read: the cause, not what followed from it.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqlite } from '@rf-indicators/core/store/sqlite';
import { STORE_FAULTS, storeFaultOf } from '@rf-indicators/core/store/store-fault';
import { sql } from 'kysely';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail('it succeeded'),
    (error) => error,
  );

test('a transaction that finds the disk full says so, and the next one succeeds when there is space', async (t) => {
  const store = openSqlite(path.join(temporaryFolder(t), 'rf.sqlite'));
  cleanUp(t, () => store.close());
  await sql`create table filled (text)`.execute(store.db);
  const fill = () =>
    store.transaction((writes) => sql`insert into filled values (zeroblob(1000000))`.execute(writes));
  // SQLite answers the same when the disk has no room for another page.
  await sql`pragma max_page_count = 10`.execute(store.db);
  const error = await rejection(fill());
  assert.match(error.message, /disk is full/);
  assert.equal(storeFaultOf(error), 'disk_full');
  await sql`pragma max_page_count = 100000`.execute(store.db);
  await fill();
  await sql`pragma query_only = on`.execute(store.db);
  assert.equal(storeFaultOf(await rejection(fill())), 'read_only');
});

test('a damaged or foreign file is told from other errors', async (t) => {
  const folder = temporaryFolder(t);
  const file = path.join(folder, 'torn.sqlite');
  const database = new DatabaseSync(file);
  database.exec('create table a (b); insert into a values (hex(zeroblob(50000)))');
  database.close();
  writeFileSync(file, readFileSync(file).fill(0xa5, 4096, 12_288));
  const torn = openSqlite(file);
  cleanUp(t, () => torn.close());
  assert.equal(storeFaultOf(await rejection(sql`select * from a`.execute(torn.db))), 'damaged');
  assert.equal(storeFaultOf(await rejection(sql`select nonsense`.execute(torn.db))), null);
});

test('errors of PostgreSQL and of the operating system name their fault', () => {
  const fault = (code: string) => storeFaultOf(Object.assign(new Error('failed'), { code }));
  assert.deepEqual(
    [
      '53100',
      '53300',
      '25006',
      '58030',
      'XX001',
      '57P01',
      '08006',
      '23505',
      'ENOSPC',
      'EROFS',
      'ECONNREFUSED',
    ].map(fault),
    [
      'disk_full',
      'out_of_resources',
      'read_only',
      'io_error',
      'damaged',
      'unreachable',
      'unreachable',
      null,
      'disk_full',
      'read_only',
      'unreachable',
    ],
  );
  const sqlite = (errcode: number) =>
    storeFaultOf(Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode }));
  assert.deepEqual([778, 4874].map(sqlite), ['io_error', 'disk_full']);
  assert.match(STORE_FAULTS.damaged.todo, /rf restore/);
});
