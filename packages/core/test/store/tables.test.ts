// The definitions of the tables, and the migrations, lead to the same tables on both databases.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectStore } from '@rf-indicators/core/store/connect';
import { migrate } from '@rf-indicators/core/store/migrate';
import { MIGRATION_TABLES } from '@rf-indicators/core/store/migrations';
import { TABLE_NAMES, TABLES } from '@rf-indicators/core/store/schema';
import { readSqliteSchema } from '@rf-indicators/core/store/sqlite-schema';
import type { Queries, Store } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { emptyStoreAt0030 } from '../../../../test/support/store-0030.ts';
import { emptyStore, onEachStore } from '../../../../test/support/stores.ts';

/** One line for each column, constraint, index, trigger and function, without the order of the columns. */
async function readPostgresSchema(db: Queries): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), o.collname,
        case when a.attnotnull then 'not null' end, pg_get_expr(d.adbin, d.adrelid), a.attstorage) as line
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
      left join pg_collation o on o.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all
    select pg_get_indexdef(indexrelid) from pg_index
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`.execute(db);
  // PostgreSQL numbered the names of constraints that a former migration created a second time.
  return rows.map(({ line }) => line.replaceAll(/\s+/g, ' ').replace(/(_pkey|_fkey)1\b/, '$1'));
}

async function schemaOf({ kind, db }: Store): Promise<string[]> {
  if (kind === 'postgres') return readPostgresSchema(db);
  return [...(await readSqliteSchema(db))].map(([name, text]) => `${name}: ${text}`);
}

onEachStore('a new store has the tables of a store that was migrated', async (kind, t) => {
  const migrated = await connectStore(await emptyStoreAt0030(kind, t));
  cleanUp(t, () => migrated.close());
  await migrate(migrated.db, kind);
  const created = await emptyStore(kind, t);
  const [expected, found] = [await schemaOf(migrated), await schemaOf(created)];
  assert.ok(expected.length > TABLE_NAMES.length);
  assert.deepEqual(
    {
      onlyMigrated: expected.filter((line) => !found.includes(line)),
      onlyNew: found.filter((line) => !expected.includes(line)),
    },
    { onlyMigrated: [], onlyNew: [] },
  );
});

onEachStore('every table and column of a store is classed, those of the migrator too', async (kind, t) => {
  const { db } = await emptyStore(kind, t);
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const found = Object.fromEntries(
    tables.map(({ name, columns }) => [name, columns.map((one) => one.name).sort()]),
  );
  const classed = Object.fromEntries([
    ...TABLE_NAMES.map((name) => [
      name,
      [
        ...Object.keys(TABLES[name].columns),
        ...(TABLES[name].chain === 'lists' ? ['chain_list'] : []),
      ].sort(),
    ]),
    ...Object.entries(MIGRATION_TABLES).map(([name, { columns }]) => [name, [...columns].sort()]),
  ]);
  assert.deepEqual(found, classed);
});

test('what the definitions name exists', () => {
  for (const name of TABLE_NAMES) {
    const { columns, foreignKeys = [], chain, proof } = TABLES[name];
    assert.ok(chain !== 'none' || proof !== undefined, `${name} says what proves it`);
    for (const { references, their } of foreignKeys)
      for (const column of their)
        assert.ok(column in TABLES[references as keyof typeof TABLES].columns, name);
    for (const { spec } of Object.values(columns)) {
      if (spec.references === undefined) continue;
      const [table, column] = spec.references.split('.') as [keyof typeof TABLES, string];
      assert.ok(column in TABLES[table].columns, `${name} refers to ${spec.references}`);
      assert.ok(
        TABLE_NAMES.indexOf(table) <= TABLE_NAMES.indexOf(name),
        `${name} comes after ${table}, so that a restore can insert its rows`,
      );
    }
  }
});
