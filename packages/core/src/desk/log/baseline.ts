// The baseline: the first publication after a store was migrated signs the digests of the public records that it found.
// Until then only statements and key rotations were in the log; from the baseline on, a later change of the older rows
// shows too.

import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import type { Queries } from '../../store/store.ts';

const ROWS_AT_ONCE = 1000;

/** Tables that only grow, with columns by which later rows come last. */
const TABLES = {
  audit: ['seq'],
  changelog: ['seq'],
  events: ['seq'],
  indicators: ['log_index'],
  publications: ['published_at', 'id'],
  stale_marks: ['seq'],
  withdrawals: ['withdrawn_at', 'id'],
} as const;

type BaselineTable = keyof typeof TABLES;

export interface Baseline {
  at: string;
  leaf: 'baseline';
  tables: Record<string, { rows: number; sha256: string }>;
  version: 1;
}

/** The leaf to append; null unless the store was migrated and has no baseline yet. */
export async function dueBaseline(db: Queries, at: number): Promise<string | null> {
  const { baseline_due } = await db.selectFrom('log_state').select('baseline_due').executeTakeFirstOrThrow();
  if (baseline_due === 0) return null;
  const tables: Baseline['tables'] = {};
  for (const table of Object.keys(TABLES) as BaselineTable[])
    tables[table] = await digestRows(db, table, null);
  const baseline: Baseline = { at: new Date(at).toISOString(), leaf: 'baseline', tables, version: 1 };
  return canonicalJson(baseline as unknown as JsonValue);
}

/** The tables whose first rows are no longer those that the baseline covers. */
export async function baselineDifferences(db: Queries, leaf: string): Promise<string[]> {
  const { tables } = JSON.parse(leaf) as Baseline;
  const different: string[] = [];
  for (const [table, { rows, sha256 }] of Object.entries(tables)) {
    if (!Object.hasOwn(TABLES, table)) continue;
    const now = await digestRows(db, table as BaselineTable, rows);
    if (now.sha256 !== sha256 || now.rows !== rows) different.push(table);
  }
  return different;
}

/** The digest of the first `limit` rows, or of all, as lines of canonical JSON. */
async function digestRows(
  db: Queries,
  table: BaselineTable,
  limit: number | null,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  for (;;) {
    const size = limit === null ? ROWS_AT_ONCE : Math.min(ROWS_AT_ONCE, limit - rows);
    if (size <= 0) break;
    let query = db.selectFrom(table).selectAll();
    for (const column of TABLES[table]) query = query.orderBy(column as never);
    const portion = await query.limit(size).offset(rows).execute();
    for (const row of portion) hash.update(`${canonicalJson({ ...row } as unknown as JsonValue)}\n`);
    rows += portion.length;
    if (portion.length < size) break;
  }
  return { rows, sha256: hash.digest('hex') };
}
