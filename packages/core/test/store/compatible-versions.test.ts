// Programs of several versions on one store: which of them may use it, and which migrations may be applied meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate, requireUsable } from '@rf-indicators/core/store/migrate';
import {
  contract,
  expand,
  knows,
  MIGRATIONS,
  type MigrationList,
  NEWEST_MIGRATION,
  neededBy,
} from '@rf-indicators/core/store/migrations';
import { planMigrations } from '@rf-indicators/core/store/shared-migration';
import { openSqliteInMemory } from '@rf-indicators/core/store/sqlite';
import type { Store } from '@rf-indicators/core/store/store';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { cases } from '../../../../test/support/counts.ts';
import { emptyStore, onEachStore } from '../../../../test/support/stores.ts';

const adding = (table: string) => async () => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(`create table ${table} (id integer)`).execute(db);
  },
});
const dropping = (table: string) => async () => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(`drop table ${table}`).execute(db);
  },
});

/** Three releases after this one: each knows what those before it know. */
const EXPANDED: MigrationList = { ...MIGRATIONS, '9001-new-table': expand(adding('new_table')) };
const DEPLOYED: MigrationList = { ...EXPANDED, '9002-filled': expand(adding('filled')) };
const CONTRACTED: MigrationList = {
  ...DEPLOYED,
  '9003-drop-old': contract(dropping('new_table'), '9002-filled'),
};

const REFUSED = { name: 'StoreError', message: /^The store belongs to a newer version of rf/ };

async function node({ db }: Store, name: string, version: string, silentMs = 0): Promise<void> {
  const now = Date.now();
  await db
    .insertInto('nodes')
    .values({ name, version, started_at: now - silentMs, last_seen_at: now - silentMs })
    .execute();
}

onEachStore(
  'an older program goes on with a store that was expanded, and not with one that was contracted',
  async (kind, t) => {
    const store = await emptyStore(kind, t);
    await migrate(store.db, kind, { list: DEPLOYED });
    for (const list of [MIGRATIONS, EXPANDED, DEPLOYED]) await requireUsable(store.db, list);
    await assert.rejects(requireUsable(store.db, CONTRACTED), {
      message: /1 pending migration \(9003-drop-old\)\. .* rf migrate\.$/,
    });
    await migrate(store.db, kind, { list: CONTRACTED });
    for (const list of [DEPLOYED, CONTRACTED]) await requireUsable(store.db, list);
    for (const list of [MIGRATIONS, EXPANDED]) await assert.rejects(requireUsable(store.db, list), REFUSED);
    // An older program has nothing to apply, and says which version can use the store.
    await migrate(store.db, kind, { list: DEPLOYED });
    await assert.rejects(migrate(store.db, kind), REFUSED);
  },
);

onEachStore('a contraction waits for nodes that do not know what it needs', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const plan = (force = false) => planMigrations(store.db, kind, { list: CONTRACTED, force });
  await node(store, 'old', NEWEST_MIGRATION);
  await node(store, 'new', '9002-filled');
  await node(store, 'gone', NEWEST_MIGRATION, 60_000);
  const pending = ['9001-new-table', '9002-filled', '9003-drop-old'];
  const { isNew, allowed, refused } = await plan();
  assert.deepEqual(
    { isNew, allowed, refused },
    {
      isNew: false,
      allowed: pending.slice(0, 2),
      refused: { name: '9003-drop-old', needs: '9002-filled', nodes: ['old'] },
    },
  );
  assert.deepEqual((await plan(true)).allowed, pending, 'unless it is forced');
  const applied: string[] = [];
  await migrate(store.db, kind, {
    list: CONTRACTED,
    until: allowed.at(-1),
    onStart: (name) => applied.push(name),
  });
  assert.deepEqual(applied, allowed);
  await requireUsable(store.db, MIGRATIONS);
  assert.deepEqual((await plan()).allowed, [], 'the node still runs');
  await store.db.deleteFrom('nodes').where('name', '=', 'old').execute();
  assert.deepEqual((await plan()).allowed, ['9003-drop-old']);
});

test('a program can use a store exactly if it knows what every applied migration needs', async () => {
  const names = ['9001-a', '9002-b', '9003-c', '9004-d', '9005-e'];
  const arbitrary = fc.tuple(
    ...names.map((_, at) =>
      fc.oneof(
        fc.constant(null),
        fc.constant('itself' as const),
        // Any migration before it, or the newest of today.
        fc.integer({ min: -1, max: at - 1 }),
      ),
    ),
  );
  await fc.assert(
    fc.asyncProperty(arbitrary, async (kinds) => {
      const list: Record<string, MigrationList[string]> = { ...MIGRATIONS };
      for (const [at, kind] of kinds.entries()) {
        const nothing = async () => ({ up: async () => undefined });
        const needs = kind === 'itself' || kind === null ? null : (names[kind] ?? NEWEST_MIGRATION);
        list[names[at]!] = kind === null ? expand(nothing) : contract(nothing, needs);
      }
      const store = openSqliteInMemory();
      await migrate(store.db, 'sqlite', { list });
      const needed = names.map((name) => neededBy(name, list) ?? '');
      for (let known = 0; known <= names.length; known += 1) {
        const program = Object.fromEntries(
          Object.entries(list).slice(0, Object.keys(MIGRATIONS).length + known),
        );
        const usable = needed.every((name) => name === '' || knows(name, program));
        const found = await requireUsable(store.db, program).then(
          () => true,
          () => false,
        );
        assert.equal(found, usable);
      }
      await store.close();
    }),
    { numRuns: cases(5, 50), seed: 20 },
  );
});
