// The record chain: a salted digest of every record that the store must not change unnoticed. Each link is the hash of
// the link before it and of its own entry, so that the newest link stands for all records.

import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import { inPortions, insertAll } from '../bulk.ts';
import { chainedColumns, type Database, orderOf, type Row, type Table } from '../schema.ts';
import { type Queries, type TransactionOptions, untyped, type Writes } from '../store.ts';
import { type RowKey, rowKey, type TrackedWrites, WriteTracker } from './tracker.ts';

const ROWS_AT_ONCE = 100;

export type ChainEntry = Database['record_chain'];

/** Performs work in a transaction, and adds what it wrote to the record chain. */
export async function chainedWork<T>(
  transaction: Writes,
  work: (writes: Writes) => Promise<T>,
  { chained = true }: TransactionOptions = {},
): Promise<T> {
  if (!chained) return work(transaction);
  const tracker = new WriteTracker();
  const result = await work(transaction.withPlugin(tracker));
  await chainWrites(transaction, tracker.writes);
  return result;
}

export const FIRST_LINK = '';

export function nextLink(previous: string, entry: Omit<ChainEntry, 'salt' | 'link'>): string {
  const { seq, table_name, row_key, list, row_count, digest } = entry;
  const text = canonicalJson({ digest, list, row_count, row_key, seq, table_name });
  return createHash('sha256').update(`${previous}\n${text}`).digest('base64');
}

/**
 * The digest of rows in the order of their keys, which is the same on both databases. Columns without a value are left
 * out, so that a new column changes no digest.
 */
export function digestRows(table: Table, salt: string, rows: readonly Row[]): string {
  const hash = createHash('sha256').update(salt);
  const columns = chainedColumns(table);
  const inOrder = rows
    .map((row) => ({ row, key: rowKey(table, row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
  for (const row of inOrder) {
    const content: Record<string, JsonValue> = {};
    for (const column of columns) {
      const value = row[column] as JsonValue | undefined;
      if (value !== null && value !== undefined) content[column] = value;
    }
    hash.update(`\n${canonicalJson(content)}`);
  }
  return hash.digest('base64');
}

export interface ChainTip {
  seq: number;
  link: string;
}

export async function chainTip(db: Queries | Writes): Promise<ChainTip> {
  const tip = await db
    .selectFrom('record_chain')
    .select(['seq', 'link'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return tip ?? { seq: 0, link: FIRST_LINK };
}

export interface ChainBaseline {
  /** Entries up to this one are of rows that were taken as they were found. */
  seq: number;
  at: number;
}

/** Of a store that is older than the record chain; null for one that has had it from the beginning. */
export async function chainBaseline(db: Queries | Writes): Promise<ChainBaseline | null> {
  const row = await db
    .selectFrom('record_chain')
    .select(['seq', 'row_key'])
    .where('table_name', '=', 'baseline')
    .executeTakeFirst();
  return row === undefined ? null : { seq: row.seq, at: Date.parse(row.row_key!) };
}

type NewEntry = Omit<ChainEntry, 'seq' | 'link'>;

async function appendEntries(writes: Writes, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  let { seq, link } = await chainTip(writes);
  const rows = entries.map((entry): ChainEntry => {
    seq += 1;
    link = nextLink(link, { ...entry, seq });
    return { ...entry, seq, link };
  });
  await insertAll(writes, 'record_chain', rows);
}

async function chainWrites(writes: Writes, { lists, rows }: TrackedWrites): Promise<void> {
  const entries: NewEntry[] = [];
  for (const [table, list] of lists) {
    const entry = await listEntry(writes, table, list);
    if (entry !== null) entries.push(entry);
  }
  for (const [table, keys] of rows) {
    for (const portion of inPortions([...keys], ROWS_AT_ONCE))
      entries.push(...(await rowEntries(writes, table, portion)));
  }
  await appendEntries(writes, entries);
}

function newSalt(): string {
  return randomBytes(16).toString('base64');
}

async function listEntry(writes: Writes, table: Table, list: number): Promise<NewEntry | null> {
  const rows = await rowsOfList(writes, table, list);
  // A row that was there already was not added again.
  if (rows.length === 0) return null;
  const salt = newSalt();
  const digest = digestRows(table, salt, rows);
  return { table_name: table, row_key: null, list, row_count: rows.length, salt, digest };
}

export function rowsOfList(db: Queries | Writes, table: Table, list: number): Promise<Row[]> {
  return untyped(db)
    .selectFrom(table)
    .select(chainedColumns(table))
    .where('chain_list', '=', list)
    .execute() as Promise<Row[]>;
}

/** Entries for the rows that have changed; those that they replace lose their salts, and with them their meaning. */
async function rowEntries(writes: Writes, table: Table, keys: readonly RowKey[]): Promise<NewEntry[]> {
  const rows = new Map((await rowsWithKeys(writes, table, keys)).map((row) => [rowKey(table, row), row]));
  const earlier = await writes
    .selectFrom('record_chain')
    .select(['seq', 'row_key', 'row_count', 'salt', 'digest'])
    .where('table_name', '=', table)
    .where('row_key', 'in', keys)
    .where('salt', 'is not', null)
    .execute();
  const current = new Map(earlier.map((entry) => [entry.row_key!, entry]));
  const entries: NewEntry[] = [];
  const replaced: number[] = [];
  for (const key of keys) {
    const row = rows.get(key);
    const content = row === undefined ? [] : [row];
    const before = current.get(key);
    if (before === undefined && row === undefined) continue;
    const isSame =
      before?.row_count === content.length && digestRows(table, before.salt!, content) === before.digest;
    if (isSame) continue;
    if (before !== undefined) replaced.push(before.seq);
    const salt = newSalt();
    const digest = digestRows(table, salt, content);
    entries.push({ table_name: table, row_key: key, list: null, row_count: content.length, salt, digest });
  }
  if (replaced.length > 0) {
    await writes.updateTable('record_chain').set({ salt: null }).where('seq', 'in', replaced).execute();
  }
  return entries;
}

export function rowsWithKeys(db: Queries | Writes, table: Table, keys: readonly RowKey[]): Promise<Row[]> {
  const columns = orderOf(table);
  return untyped(db)
    .selectFrom(table)
    .select(chainedColumns(table))
    .where(({ eb, and, or }) =>
      or(
        keys.map((key) => {
          const values = JSON.parse(key) as unknown[];
          return and(columns.map((column, index) => eb(column, '=', values[index])));
        }),
      ),
    )
    .execute() as Promise<Row[]>;
}
