// Triggers that make a table append-only.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';

/** On PostgreSQL the first migration creates the function that the triggers call. */
export async function refuseChanges(
  db: Kysely<unknown>,
  kind: StoreKind,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables) {
    for (const statement of kind === 'sqlite' ? sqliteTriggers(table) : postgresTriggers(table)) {
      await sql.raw(statement).execute(db);
    }
  }
}

/** For a migration that fills a new column; refuseChanges protects the table again. */
export async function allowChanges(db: Kysely<unknown>, kind: StoreKind, table: string): Promise<void> {
  const names = kind === 'sqlite' ? ['no_update', 'no_delete'] : ['append_only', 'no_truncate'];
  for (const name of names) {
    const on = kind === 'sqlite' ? '' : ` on ${table}`;
    await sql.raw(`drop trigger ${table}_${name}${on}`).execute(db);
  }
}

function sqliteTriggers(table: string): string[] {
  return ['update', 'delete'].map(
    (act) =>
      `create trigger ${table}_no_${act} before ${act} on ${table} begin ` +
      `select raise(abort, '${table} is append-only: a published record is never changed'); end`,
  );
}

function postgresTriggers(table: string): string[] {
  return [
    `create trigger ${table}_append_only before update or delete on ${table} for each row execute function rf_refuse_change()`,
    `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function rf_refuse_change()`,
  ];
}
