// Two connections to one SQLite file on one thread: SQLite itself would stop the thread for 30 seconds.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openSqlite } from '@rf-indicators/core/store/sqlite';
import { sql } from 'kysely';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';

test('a writer waits for a transaction that waits for something else on the same thread', async (t) => {
  const file = path.join(temporaryFolder(t), 'rf.sqlite');
  const [one, other] = [openSqlite(file), openSqlite(file)];
  t.after(() => Promise.all([one.close(), other.close()]));
  await sql`create table written (by text)`.execute(one.db);
  const begun = performance.now();

  const slow = one.db.transaction().execute(async (writes) => {
    await sql`insert into written values ('the slow one')`.execute(writes);
    await wait(300);
  });
  const failing = other.db
    .transaction()
    .execute(async () => {
      await wait(100);
      throw new Error('It gives its turn back.');
    })
    .catch(({ message }: Error) => message);
  const single = sql`insert into written values ('the single one')`.execute(other.db);
  const read = sql`select count(*) as n from written`.execute(other.db);
  await Promise.all([slow, single, read]);

  assert.equal(await failing, 'It gives its turn back.');
  const { rows } = await sql<{ by: string }>`select by from written order by rowid`.execute(one.db);
  assert.deepEqual(
    rows.map(({ by }) => by),
    ['the slow one', 'the single one'],
  );
  assert.ok(performance.now() - begun < 15_000, 'no writer waited inside SQLite');
});
