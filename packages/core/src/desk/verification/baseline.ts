// Checks the baseline leaf that an older version put into the log: the digests of the public records that it had found.
// Since then the record chain covers them too.

import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import { type Queries, untyped } from '../../store/store.ts';

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

interface Baseline {
  at: string;
  leaf: 'baseline';
  tables: Record<string, { rows: number; sha256: string }>;
  version: 1;
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

/** The digest of the first `limit` rows, as lines of canonical JSON. */
async function digestRows(
  db: Queries,
  table: BaselineTable,
  limit: number,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  while (rows < limit) {
    let query = untyped(db).selectFrom(table).selectAll();
    for (const column of TABLES[table]) query = query.orderBy(column);
    const portion = await query
      .limit(Math.min(ROWS_AT_ONCE, limit - rows))
      .offset(rows)
      .execute();
    if (portion.length === 0) break;
    // A column that the tables did not have then.
    for (const { chain_list, ...row } of portion)
      hash.update(`${canonicalJson(row as Record<string, JsonValue>)}\n`);
    rows += portion.length;
  }
  return { rows, sha256: hash.digest('hex') };
}
