// Adds the rows from before the record chain to it, after a store was migrated. Until then nothing proved most of them,
// so they are taken as they are found; the baseline entry tells when that was.

import type { Kysely } from 'kysely';
import { orderOf, type Row, rowsAtOnce, type Table, untyped } from '../backup-tables.ts';
import { allowChanges, refuseChanges } from '../migrations/append-only.ts';
import type { Queries, StoreKind, Writes } from '../store.ts';
import { appendEntries, digestRows, listEntry, newSalt } from './chain.ts';
import { CHAINED_TABLES, chainedColumns, chainOf } from './columns.ts';
import { newListId, rowKey } from './tracker.ts';

/** The name of the entry that follows those of the older rows. */
const BASELINE = 'baseline';

export interface ChainBaseline {
  /** Entries up to this one are of rows that were taken as they were found. */
  seq: number;
  at: number;
}

/** null for a store that has had its record chain from the beginning. */
export async function chainBaseline(db: Queries | Writes): Promise<ChainBaseline | null> {
  const row = await db
    .selectFrom('record_chain')
    .select(['seq', 'row_key'])
    .where('table_name', '=', BASELINE)
    .executeTakeFirst();
  return row === undefined ? null : { seq: row.seq, at: Date.parse(row.row_key!) };
}

const ROWS_IN_A_LIST = 1000;

export async function chainOlderRows(db: Queries, kind: StoreKind, now: number): Promise<void> {
  const { chain_due } = await db.selectFrom('log_state').select('chain_due').executeTakeFirstOrThrow();
  if (chain_due === 0) return;
  await db
    .transaction()
    .setIsolationLevel('serializable')
    .execute(async (writes) => {
      const state = await writes.selectFrom('log_state').select('chain_due').executeTakeFirstOrThrow();
      if (state.chain_due === 0) return;
      for (const table of CHAINED_TABLES) {
        if (chainOf(table) === 'rows') await chainRows(writes, table);
        else await chainLists(writes, kind, table);
      }
      const at = new Date(now).toISOString();
      const baseline = {
        table_name: BASELINE,
        row_key: at,
        list: null,
        row_count: 0,
        salt: null,
        digest: '',
      };
      await appendEntries(writes, [baseline]);
      await writes.updateTable('log_state').set({ chain_due: 0 }).execute();
    });
}

async function chainRows(writes: Writes, table: Table): Promise<void> {
  const known = await writes
    .selectFrom('record_chain')
    .select('row_key')
    .where('table_name', '=', table)
    .execute();
  const chained = new Set(known.map(({ row_key }) => row_key));
  for (let offset = 0; ; offset += rowsAtOnce(table)) {
    const rows = await portion(writes, table, offset);
    if (rows.length === 0) return;
    const entries = rows.flatMap((row) => {
      const key = rowKey(table, row);
      if (chained.has(key)) return [];
      const salt = newSalt();
      const digest = digestRows(table, salt, [row]);
      return { table_name: table, row_key: key, list: null, row_count: 1, salt, digest };
    });
    await appendEntries(writes, entries);
  }
}

function portion(writes: Writes, table: Table, offset: number): Promise<Row[]> {
  let query = untyped(writes).selectFrom(table).select(chainedColumns(table));
  for (const { column } of orderOf(table)) query = query.orderBy(column);
  return query.limit(rowsAtOnce(table)).offset(offset).execute() as Promise<Row[]>;
}

async function chainLists(writes: Writes, kind: StoreKind, table: Table): Promise<void> {
  const untypedWrites = writes as unknown as Kysely<unknown>;
  const isProtected = !UNPROTECTED.has(table);
  if (isProtected) await allowChanges(untypedWrites, kind, table);
  for (;;) {
    const list = newListId();
    // Every list table has a physical row identifier: the portion is chosen by it.
    const rowid = kind === 'sqlite' ? 'rowid' : 'ctid';
    const query = untyped(writes);
    const { numUpdatedRows } = await query
      .updateTable(table)
      .set({ chain_list: list })
      .where(
        rowid as never,
        'in',
        query
          .selectFrom(table)
          .select(rowid as never)
          .where('chain_list', 'is', null)
          .limit(ROWS_IN_A_LIST) as never,
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) break;
    const entry = await listEntry(writes, table, list);
    if (entry !== null) await appendEntries(writes, [entry]);
  }
  if (isProtected) await refuseChanges(untypedWrites, kind, [table]);
}

/** List tables without the triggers that make a table append-only. */
const UNPROTECTED: ReadonlySet<Table> = new Set<Table>(['provider_slugs', 'run_items']);
