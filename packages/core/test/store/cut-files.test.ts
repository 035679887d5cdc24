// Files of a SQLite store that were cut short: by a disk that lost writes, or a copy that was interrupted.

import assert from 'node:assert/strict';
import { cpSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { checkIntegrity } from '@rf-indicators/core/desk/doctor/doctor-integrity';
import { createStore, openStore } from '@rf-indicators/core/store/open';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import { storeFaultOf } from '@rf-indicators/core/store/store-fault';
import { copyDemo } from '../../../../test/support/demo-folder.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';

const note = (id: string) => ({
  id,
  node: 'x'.repeat(20_000),
  started_at: 1,
  last_seen_at: 1,
});

test('a WAL that was cut short loses the transactions after the cut, and no part of one', async (t) => {
  const dataDir = temporaryFolder(t);
  const store = await createStore({ dataDir, databaseUrl: null });
  cleanUp(t, () => store.close());
  const wal = `${sqliteFile(dataDir)}-wal`;
  await store.db.insertInto('up_periods').values(note('first')).execute();
  const afterFirst = statSync(wal).size;
  await store.db.insertInto('up_periods').values(note('second')).execute();
  const afterSecond = statSync(wal).size;
  assert.ok(afterSecond > afterFirst);
  for (const [size, expected] of [
    [afterSecond, ['first', 'second']],
    [afterSecond - 1, ['first']],
    [(afterFirst + afterSecond) >> 1, ['first']],
    [afterFirst, ['first']],
  ] as const) {
    const copied = temporaryFolder(t);
    for (const file of [sqliteFile(dataDir), wal]) cpSync(file, path.join(copied, path.basename(file)));
    truncateSync(`${sqliteFile(copied)}-wal`, size);
    const reopened = await openStore({ dataDir: copied, databaseUrl: null });
    const rows = await reopened.db.selectFrom('up_periods').select('id').orderBy('id').execute();
    const { state } = await checkIntegrity(reopened, copied);
    await reopened.close();
    assert.deepEqual([rows.map(({ id }) => id), state], [expected, 'ok'], `${size} bytes of the WAL`);
  }
});

test('a database file that was cut short is refused, or rf doctor finds it', async (t) => {
  const whole = temporaryFolder(t);
  await copyDemo(whole);
  const { size } = statSync(sqliteFile(whole));
  for (const share of [0.25, 0.5, 0.9]) {
    const dataDir = temporaryFolder(t);
    cpSync(sqliteFile(whole), sqliteFile(dataDir));
    truncateSync(sqliteFile(dataDir), Math.floor((size * share) / 4096) * 4096);
    const said = await openStore({ dataDir, databaseUrl: null }).then(
      async (store) => {
        const { state, what } = await checkIntegrity(store, dataDir).finally(() => store.close());
        return state === 'fail' ? what : null;
      },
      (error) => storeFaultOf(error),
    );
    assert.match(String(said), /^damaged$|the file is damaged/, `${share} of the file`);
  }
});
