// A demo that an older version made is set aside, and a new one is made. The store of a service is never treated so.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { connectStore } from '@rf-indicators/core/store/connect';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import type { StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import { makeTooOld } from '../../../../test/support/migration-records.ts';
import { storeWithHistory } from '../../../../test/support/store-0030.ts';
import { demoCommand } from '../../src/cli/service/demo.ts';
import { isOlderDemo } from '../../src/demo/older-demo.ts';
import { envOf, runCommand } from '../cli/run-command.ts';

const UNTIL = '2026-04-08';

/** A demo that this version is too new for. */
async function olderDemo(kind: StoreKind, t: TestContext): Promise<StoreLocation> {
  const location = await storeWithHistory(kind, t);
  const store = await connectStore(location);
  await makeTooOld(store.db);
  await store.close();
  return location;
}

test('a demo of an older version is set aside, and it says so', async (t) => {
  const location = await olderDemo('sqlite', t);
  const { dataDir } = location;
  assert.equal(await isOlderDemo(location), true);
  const env = { ...envOf(location), RF_DEMO_UNTIL: UNTIL };
  const { err } = await runCommand(demoCommand, [], { env });
  assert.match(err.join('\n'), /made by an older version\. It was moved to .*-set-aside-/);
  assert.equal(await isOlderDemo(location), false);
  const aside = readdirSync(path.dirname(dataDir)).filter((name) =>
    name.startsWith(`${path.basename(dataDir)}-set-aside-`),
  );
  assert.equal(aside.length, 1);
  t.after(() => rmSync(path.join(path.dirname(dataDir), aside[0]!), { recursive: true }));
  assert.ok(existsSync(sqliteFile(path.join(path.dirname(dataDir), aside[0]!))), 'nothing of it is lost');
  assert.deepEqual((await runCommand(demoCommand, [], { env })).err, []);
});

test('on PostgreSQL it is refused, with what to do', async (t) => {
  const env = { ...envOf(await olderDemo('postgres', t)), RF_DEMO_UNTIL: UNTIL };
  await assert.rejects(runCommand(demoCommand, [], { env }), /Set DATABASE_URL to an empty database/);
});
