// What a store holds, table by table, to see what an attempt changed.

import { createHash } from 'node:crypto';
import type { Store } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';

export type Content = ReadonlyMap<string, string>;

/** A hash of the rows of each table. */
export async function contentOf({ db, kind }: Store): Promise<Content> {
  // Without the statistics of the database.
  const tables =
    kind === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql`select tablename as name from pg_tables where schemaname = 'public'`;
  const content = new Map<string, string>();
  for (const { name } of (await tables.execute(db)).rows as { name: string }[]) {
    if (UNTOLD_TABLES.has(name)) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const untold = UNTOLD[name];
    const texts = rows.map((row) => JSON.stringify(untold ? { ...row, ...untold } : row));
    content.set(name, createHash('sha256').update(texts.sort().join('\n')).digest('hex'));
  }
  return content;
}

/** Differs after every write, by whichever connection; null where the store does not tell. */
export async function stateOf({ db, kind }: Store): Promise<string | null> {
  if (kind !== 'sqlite') return null;
  const { rows } = await sql`select total_changes(), data_version from pragma_data_version`.execute(db);
  return JSON.stringify(rows);
}

/** Counters that wake up processes, digests of what the other tables hold, and the days on which people were there. */
const UNTOLD_TABLES = new Set(['topics', 'record_chain', 'staff_attendance']);

const UNTOLD: Record<string, object> = {
  /** Every use of a token may change it. */
  staff_tokens: { last_used_at: null },
  /** The same of a session. */
  user_sessions: { updated_at: null },
  user_staff: { last_used_at: null },
  /** Documents are stored by their hash. */
  documents: { bytes: null },
};

export function changedTables(before: Content, after: Content): string[] {
  return [...after.keys()].filter((table) => before.get(table) !== after.get(table)).sort();
}
