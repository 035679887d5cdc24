// Doctor check of the database itself: damaged pages, indexes that disagree with their tables, and dangling references.

import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { migrate, readMigrations } from '../../store/migrate.ts';
import { openSqliteInMemory } from '../../store/sqlite.ts';
import { sqliteFile } from '../../store/sqlite-file.ts';
import { readSqliteSchema } from '../../store/sqlite-schema.ts';
import type { Queries, Store } from '../../store/store.ts';
import { STORE_FAULTS, storeFaultOf } from '../../store/store-fault.ts';
import { fail, ok, type Verdict, warn } from './doctor-verdict.ts';

/**
 * Up to this size SQLite also compares every index with its table, which takes about ten seconds per gigabyte. Larger
 * files get quick_check, which reads every page but does not compare indexes.
 */
const FULL_CHECK_BYTES = 1024 ** 3;
const MAX_FINDINGS = 3;

export async function checkIntegrity({ kind, db }: Store, dataDir: string): Promise<Verdict> {
  if (kind === 'postgres') return checkChecksums(db);
  const isLarge = statSync(sqliteFile(dataDir)).size > FULL_CHECK_BYTES;
  const check = isLarge ? 'quick_check' : 'integrity_check';
  let findings: string[];
  try {
    findings = await damageOf(db, check);
  } catch (error) {
    if (storeFaultOf(error) !== 'damaged') throw error;
    findings = [(error as Error).message];
  }
  if (findings.length > 0)
    return fail(`the file is damaged: ${shorten(findings)}`, STORE_FAULTS.damaged.todo);
  const { rows: dangling } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
    db,
  );
  if (dangling.length > 0) {
    const tables = new Set(dangling.map(({ table, parent }) => `${table} to ${parent}`));
    return fail(
      `${dangling.length} ${dangling.length === 1 ? 'row refers' : 'rows refer'} to a missing row: ${shorten([...tables])}`,
      STORE_FAULTS.damaged.todo,
    );
  }
  const different = await differentSchema(db);
  if (different.length > 0) {
    return fail(
      `tables, indexes or triggers are not those of this version: ${shorten(different)}`,
      STORE_FAULTS.damaged.todo,
    );
  }
  return ok(`${check} and foreign_key_check found no damage, and the schema is that of this version`);
}

/** The names of what differs from a store that was just created; not of a store that another version migrated. */
async function differentSchema(db: Queries): Promise<string[]> {
  const { pending, unknown } = await readMigrations(db);
  if (pending.length > 0 || unknown.length > 0) return [];
  const fresh = openSqliteInMemory();
  try {
    await migrate(fresh.db, 'sqlite');
    const expected = await readSqliteSchema(fresh.db);
    const found = await readSqliteSchema(db);
    const names = new Set([...expected.keys(), ...found.keys()]);
    return [...names].filter((name) => expected.get(name) !== found.get(name)).sort();
  } finally {
    await fresh.close();
  }
}

async function damageOf(db: Queries, check: string): Promise<string[]> {
  const { rows } = await sql.raw<object>(`pragma ${check}(100)`).execute(db);
  return rows.map((row) => String(Object.values(row)[0])).filter((finding) => finding !== 'ok');
}

function shorten(findings: readonly string[]): string {
  const more = findings.length - MAX_FINDINGS;
  const shown = findings.slice(0, MAX_FINDINGS).map((finding) => finding.replaceAll('\n', ' '));
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** PostgreSQL has no check of the whole database without an extension, but notices damaged pages when it reads them. */
async function checkChecksums(db: Queries): Promise<Verdict> {
  const { rows } = await sql<{ data_checksums: string }>`show data_checksums`.execute(db);
  if (rows[0]?.data_checksums === 'on') return ok('PostgreSQL checks every page that it reads');
  return warn(
    'PostgreSQL runs without data checksums, so a damaged page can go unnoticed',
    'stop PostgreSQL and run pg_checksums --enable',
  );
}
