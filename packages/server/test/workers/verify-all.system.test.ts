// rf verify --all on several threads finds what it finds on one, in the same order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { createStore } from '@rf-indicators/core/store/open';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import { sql } from 'kysely';
import { dropTriggers } from '../../../../test/support/desk-fixture.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { emptyLocation, onEachStore } from '../../../../test/support/stores.ts';
import { TEST_MASTER_KEY } from '../../../../test/support/templates.ts';
import { DAY, enter, foundWorld, newMasterKey, publishNow } from '../../../../test/support/world.ts';
import { checkOnAllCores } from '../../src/workers/verify-all/threads.ts';

const THREADS = { cores: 2, partsPerThread: 1 };

onEachStore('several threads find the same as one, in the same order', async (kind, t) => {
  const location = { ...(await emptyLocation(kind, t)), masterKey: TEST_MASTER_KEY };
  const store = await createStore(location);
  cleanUp(t, () => store.close());
  const world = await foundWorld(store, newMasterKey());
  await publishNow(world);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world, { everything: true });
  const onThreads = () =>
    withSnapshot(location, ({ db }) =>
      withSnapshot(location, ({ db: others }) =>
        verifyAll(db, {}, { others, startChecker: checkOnAllCores(location, THREADS) }),
      ),
    );
  const sound = await verifyAll(store.db);
  assert.deepEqual(sound.findings, []);
  assert.ok(sound.packages > 20 && sound.indicators > 20);
  assert.deepEqual(await onThreads(), sound);

  for (const table of ['packages', 'indicators', 'proposals', 'changelog', 'log_leaves'])
    await dropTriggers(world.desk, table);
  const change = (text: string) => sql.raw(text).execute(store.db);
  await change("update packages set crc32 = 1 where package_hash < '8'");
  await change("update indicators set signature = replace(signature, 'A', 'B')");
  await change('update indicators set final_score = 1 where log_index > 12');
  await change("update proposals set value = '9' where input_id = 'equity_ratio'");
  await change("update changelog set reason = 'none'");
  await change("update log_leaves set leaf_hash = 'x' where idx = 3");
  const damaged = await verifyAll(store.db);
  assert.ok(damaged.findings.length > 30);
  assert.deepEqual(await onThreads(), damaged);
});

test('an error in a thread is an error of the verification', async (t) => {
  const location = { dataDir: temporaryFolder(t), databaseUrl: null, masterKey: TEST_MASTER_KEY };
  const store = await createStore(location);
  cleanUp(t, () => store.close());
  const frameworks = [{ digest: 'd', document: 'no JSON' }];
  const none = { dictionaries: [], snapshotDictionaries: [], keys: [], preparedFrom: 0, withoutMac: 0 };
  const part = { entries: { from: 1, to: 1 } };
  const checker = await checkOnAllCores(location, THREADS)({ ...none, frameworks }, [part, part], store.db);
  await assert.rejects(checker.check(part), /JSON/);
  await checker.stop();
});
