// Personal data can be erased: in five append-only tables the columns that can hold it may be changed, and the record
// chain shows every change. Their other columns stay as protected as before.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { allowChanges } from './append-only.ts';

/** The columns that stay protected; those that are not listed can be erased. */
const PROTECTED: Readonly<Record<string, readonly string[]>> = {
  audit: ['seq', 'id', 'at', 'actor', 'action', 'subject'],
  requests: ['id', 'kind', 'subject', 'requested_by', 'requested_at'],
  run_approvals: ['run_id', 'approved_by', 'approved_at', 'dissent', 'minutes'],
  score_request_notes: ['id', 'request_id', 'noted_at', 'noted_by'],
  terms_acceptances: ['id', 'workspace_id', 'kind', 'version', 'digest', 'accepted_by', 'accepted_at'],
};

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const [table, columns] of Object.entries(PROTECTED)) await protectColumns(db, kind, table, columns);
}

/** Also for migrations that add a column to one of these tables. */
export async function protectColumns(
  db: Kysely<unknown>,
  kind: StoreKind,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await allowChanges(db, kind, table);
  const triggers = kind === 'sqlite' ? sqliteTriggers : postgresTriggers;
  for (const statement of triggers(table, columns)) await sql.raw(statement).execute(db);
}

function sqliteTriggers(table: string, columns: readonly string[]): string[] {
  const refuse = `begin select raise(abort, '${table} is append-only: a published record is never changed'); end`;
  return [
    `create trigger ${table}_no_update before update of ${columns.join(', ')} on ${table} ${refuse}`,
    `create trigger ${table}_no_delete before delete on ${table} ${refuse}`,
  ];
}

function postgresTriggers(table: string, columns: readonly string[]): string[] {
  return [
    `create trigger ${table}_append_only before update of ${columns.join(', ')} or delete on ${table} for each row execute function rf_refuse_change()`,
    `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function rf_refuse_change()`,
  ];
}
