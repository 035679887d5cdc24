// Packages that an older version stored as text are compressed in the background, while they are read. A system test, because
// each step verifies the history of half a year.

import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { compressOlderPackages } from '@rf-indicators/core/desk/packages/compress-older';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { rowsIn } from '@rf-indicators/core/store/backup-format';
import { openStore } from '@rf-indicators/core/store/open';
import { restoreBackup } from '@rf-indicators/core/store/restore';
import type { Store, StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { dropTriggers } from '../../../../../test/support/desk-fixture.ts';
import { cleanUp, temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { allPackageTexts } from '../../../../../test/support/older-packages.ts';
import { openMigrated, storeWithHistory } from '../../../../../test/support/store-0030.ts';
import { emptyStore, onEachStore, onEitherStore } from '../../../../../test/support/stores.ts';

const ALL = 60_000;

async function migrated(kind: StoreKind, t: TestContext): Promise<{ store: Store; location: StoreLocation }> {
  const location = await storeWithHistory(kind, t);
  return { store: await openMigrated(location, t), location };
}

async function problems({ db }: Store): Promise<string[]> {
  return (await verifyAll(db)).findings.map(({ record, problem }) => `${record} ${problem}`);
}

/** A store whose process dies before its transactions are committed. */
function killed(store: Store): Store {
  return {
    ...store,
    transaction: (work, options) =>
      store.transaction(async (writes) => {
        await work(writes);
        throw new Error('killed');
      }, options),
  };
}

onEachStore('older packages are compressed step by step, and read at any time', async (kind, t) => {
  const { store } = await migrated(kind, t);
  const before = await allPackageTexts(store);
  const all = before.size;
  assert.ok(all > 40);

  await assert.rejects(compressOlderPackages(killed(store), ALL), /killed/);
  assert.deepEqual(await allPackageTexts(store), before, 'nothing is lost');

  // No time is left after the first step.
  const first = await compressOlderPackages(store, 0);
  assert.ok(first.compressed > 0 && first.left === all - first.compressed);
  assert.deepEqual(await allPackageTexts(store), before, 'compressed ones beside others');
  assert.deepEqual(await problems(store), []);

  const rest = await compressOlderPackages(store, ALL);
  assert.deepEqual(rest, { compressed: all - first.compressed, left: 0 });
  assert.deepEqual(await allPackageTexts(store), before);
  assert.deepEqual(await problems(store), []);
  assert.deepEqual(await compressOlderPackages(store, ALL), { compressed: 0, left: 0 });
});

onEitherStore('a damaged older package stays as it is, and is reported', async (kind, t) => {
  const { store } = await migrated(kind, t);
  await dropTriggers({ store } as Parameters<typeof dropTriggers>[0], 'packages');
  const [hash, text] = [...(await allPackageTexts(store))][3]!;
  const damaged = text.replace('"A"', '"B"');
  assert.notEqual(damaged, text);
  await sql`update packages set uncompressed = ${damaged} where package_hash = ${hash}`.execute(store.db);
  assert.equal((await compressOlderPackages(store, ALL)).left, 1);
  assert.equal((await allPackageTexts(store)).get(hash), damaged);
  assert.deepEqual(await problems(store), [`packages ${hash} does not match its hash`]);
});

onEitherStore(
  'a backup of a store that is being compressed restores into the other store',
  async (kind, t) => {
    const { store, location } = await migrated(kind, t);
    await compressOlderPackages(store, 0);
    const file = path.join(temporaryFolder(t), 'backup');
    const key = Buffer.alloc(32, 5);
    const { footer } = await writeBackup(location, file, { createdAt: new Date(0), key });
    const other = await emptyStore(kind === 'sqlite' ? 'postgres' : 'sqlite', t);
    await restoreBackup(other, file, { key, rows: rowsIn(footer.rows), check: async () => undefined });
    assert.deepEqual(await allPackageTexts(other), await allPackageTexts(store));
    assert.equal((await compressOlderPackages(other, ALL)).left, 0);
    assert.deepEqual(await problems(other), []);
  },
);

// Not on SQLite, where several nodes cannot share a store.
test('two nodes can compress the same packages (postgres)', async (t) => {
  const { store, location } = await migrated('postgres', t);
  const other = await openStore(location);
  cleanUp(t, () => other.close());
  const before = await allPackageTexts(store);
  const rounds = await Promise.all([compressOlderPackages(store, ALL), compressOlderPackages(other, ALL)]);
  assert.equal(
    rounds.reduce((sum, { compressed }) => sum + compressed, 0),
    before.size,
  );
  assert.deepEqual(await allPackageTexts(store), before);
  assert.deepEqual(await problems(store), []);
});
