// Changes a table in ways that SQLite's ALTER TABLE does not support: the table is created anew, filled, and given the
// old name. Migrations of SQLite stores run without enforced foreign keys, so other tables may refer to it meanwhile.

import { type Kysely, sql } from 'kysely';

export interface Rebuild {
  table: string;
  /** The columns and constraints of the new table. */
  definition: string;
  /** The columns to copy; new columns get their default. */
  columns: readonly string[];
  indexes?: readonly string[];
}

export async function rebuildOnSqlite(
  db: Kysely<unknown>,
  { table, definition, columns, indexes = [] }: Rebuild,
): Promise<void> {
  const list = columns.join(', ');
  for (const statement of [
    `create table new_${table} (${definition})`,
    `insert into new_${table} (${list}) select ${list} from ${table}`,
    `drop table ${table}`,
    `alter table new_${table} rename to ${table}`,
    ...indexes,
  ]) {
    await sql.raw(statement).execute(db);
  }
}
