// Stores that hold data are migrated without losing any of it.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { readAccessChanges } from '@rf-indicators/core/accounts/access-table';
import { listCalls } from '@rf-indicators/core/accounts/agent-call-list';
import { connectStore } from '@rf-indicators/core/store/connect';
import { migrate } from '@rf-indicators/core/store/migrate';
import * as theWriteSide from '@rf-indicators/core/store/migrations/0001-the-write-side';
import * as theReadSide from '@rf-indicators/core/store/migrations/0002-the-read-side';
import * as webhooks from '@rf-indicators/core/store/migrations/0003-webhooks';
import * as agentCalls from '@rf-indicators/core/store/migrations/0004-agent-calls';
import type { Store, StoreKind } from '@rf-indicators/core/store/store';
import { readTopics } from '@rf-indicators/core/store/topics';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { recordUnknownMigration } from '../../../../test/support/migration-records.ts';
import { emptyLocation, onEachStore } from '../../../../test/support/stores.ts';

/** A store as version 0004 left it, with a key that called two tools. */
async function olderStore(kind: StoreKind, t: TestContext): Promise<Store> {
  const store = await connectStore(await emptyLocation(kind, t));
  cleanUp(t, () => store.close());
  const migrations: Record<string, Migration> = {};
  for (const [name, { up }] of Object.entries({
    '0001-the-write-side': theWriteSide,
    '0002-the-read-side': theReadSide,
    '0003-webhooks': webhooks,
    '0004-agent-calls': agentCalls,
  })) {
    migrations[name] = { up: (db: Kysely<unknown>) => up(db, kind) };
  }
  const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  assert.equal(error, undefined);
  const lines = [
    '1775000000001 plain get_provider_score ok 120 request-1',
    '1775000000001 mcp - validation_failed 80 request-2',
  ].join('\n');
  for (const statement of [
    "insert into staff (id, name, created_at, retired_at) values ('olga', 'Olga', 1, null)",
    "insert into workspaces values ('w', 'Acorn', 'ENTERPRISE', '[]', null, 1, 'olga')",
    "insert into members values ('ada', 'w', 'Ada', 'developer', 1, null)",
    `insert into api_keys values ('k', 'w', 'hash', 'rf_live_abc', 'one', 'FREE', 0, null, 1, 'ada', null, null, null)`,
    `insert into agent_calls values ('batch', 'k', 1775000000001, 1775000000001, 2, '${lines}')`,
    'update log_state set changes = 7',
  ]) {
    await sql.raw(statement).execute(store.db);
  }
  return store;
}

onEachStore('topics and access go on from the counter that they replace', async (kind, t) => {
  const store = await olderStore(kind, t);
  await migrate(store.db, kind);
  assert.deepEqual(await readTopics(store.db), { published: 7, access: 7, events: 7, desk: 7 });
  const [row] = await readAccessChanges(store.db, { after: 0, upTo: 7 });
  assert.deepEqual([row!.keyId, row!.version], ['k', 7], 'whoever has read nothing reads every key');
  assert.deepEqual(await readAccessChanges(store.db, { after: 7, upTo: 8 }), []);
  const log = await sql<object>`select * from log_state`.execute(store.db);
  assert.deepEqual(
    log.rows.map((one) => ({ ...one })),
    [{ id: 1, tree_size: 0, chain_due: 0, prepared_from: 0 }],
    'the rows of before have their chain',
  );
});

onEachStore('a store of a newer version is refused in plain words', async (kind, t) => {
  const store = await olderStore(kind, t);
  await migrate(store.db, kind);
  await recordUnknownMigration(store.db);
  const message = /^The store belongs to a newer version of rf: .*\(9999-unknown\)\. Use the newer version/;
  await assert.rejects(migrate(store.db, kind), { name: 'StoreError', message });
});

onEachStore('lines of agent calls become rows', async (kind, t) => {
  const store = await olderStore(kind, t);
  await migrate(store.db, kind);
  const common = { keyId: 'k', keyName: 'one', at: 1_775_000_000_001 };
  assert.deepEqual(
    (await listCalls(store.db, 'w')).map(({ batch: _, position: _at, ...call }) => call),
    [
      {
        ...common,
        requestId: 'request-2',
        endpoint: 'mcp',
        tool: null,
        outcome: 'validation_failed',
        durationUs: 80,
      },
      {
        ...common,
        requestId: 'request-1',
        endpoint: 'plain',
        tool: 'get_provider_score',
        outcome: 'ok',
        durationUs: 120,
      },
    ],
  );
});
