// Passes many rows to one SQL statement, which reads them from a common table expression called `given`. Written by
// hand, because a query builder takes longer to compile such a statement than the database takes to run it.

import { CompiledQuery } from 'kysely';
import { bind, boundTo } from '../store/records/bound.ts';
import type { Queries, Store, StoreKind, Writes } from '../store/store.ts';

export type ColumnType = 'text' | 'bigint';
type Row<Columns> = { readonly [Name in keyof Columns]: string | number | null };

/** Runs a statement that reads from `given`. Its own parameters are question marks, in the order of `parameters`. */
export async function withGiven<Result, Columns extends Readonly<Record<string, ColumnType>>>(
  kind: StoreKind,
  db: Queries | Writes,
  columns: Columns,
  rows: readonly Row<Columns>[],
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Result[]> {
  if (kind === 'postgres') {
    const { text, values } = asArrays(columns, rows);
    let last = values.length;
    const numbered = statement.replaceAll('?', () => `$${++last}`);
    const query = CompiledQuery.raw(`${text} ${numbered}`, [...values, ...parameters]);
    return (await db.executeQuery<Result>(query)).rows;
  }
  const results: Result[] = [];
  for (const portion of inPowersOfTwo(rows)) {
    const { text, values } = asValues(columns, portion);
    const query = CompiledQuery.raw(`${text} ${statement}`, [...values, ...parameters]);
    for (const row of (await db.executeQuery<Result>(query)).rows) results.push(row);
  }
  return results;
}

/** On SQLite the statement has a placeholder per value. Few different lengths let prepared statements be reused. */
function* inPowersOfTwo<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; ) {
    const size = Math.min(2 ** Math.floor(Math.log2(rows.length - from)), MOST_AT_ONCE);
    yield rows.slice(from, from + size);
    from += size;
  }
}

/** SQLite allows 32,766 parameters per statement. */
const MOST_AT_ONCE = 1024;

interface Given {
  text: string;
  values: unknown[];
}

/** PostgreSQL takes one array per column. */
function asArrays(columns: Readonly<Record<string, ColumnType>>, rows: readonly Row<object>[]): Given {
  const names = Object.keys(columns);
  const typed = names.map((name, index) => `$${index + 1}::${columns[name]}[]`);
  return {
    text: `with given(${names.join(', ')}) as (select * from unnest(${typed.join(', ')}))`,
    values: names.map((name) =>
      arrayText(rows.map((row) => (row as Record<string, string | number | null>)[name]!)),
    ),
  };
}

/** PostgreSQL's text format for arrays: the driver's own conversion would process every character of every string. */
function arrayText(values: readonly (string | number | null)[]): string {
  const elements = values.map((value) => {
    if (value === null) return 'NULL';
    if (typeof value === 'number') return value;
    return `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`;
  });
  return `{${elements.join(',')}}`;
}

function asValues(columns: Readonly<Record<string, ColumnType>>, rows: readonly Row<object>[]): Given {
  const names = Object.keys(columns);
  const marks = `(${names.map(() => '?').join(',')})`;
  const values: unknown[] = [];
  for (const row of rows) for (const name of names) values.push((row as Record<string, unknown>)[name]);
  const lines = Array<string>(rows.length).fill(marks).join(',');
  return { text: `with given(${names.join(', ')}) as (values ${lines})`, values };
}

/**
 * A transaction for the queue, which locks rows where necessary and is not retried. With serializable transactions,
 * nodes that share the queue would constantly cause each other to roll back.
 */
export function readCommitted<T>({ db }: Store, work: (writes: Writes) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute((writes) => {
      bind(writes, boundTo(db));
      return work(writes);
    });
}

/** SQLite has one writer at a time and needs no row locks. */
export function lockingRows(kind: StoreKind): string {
  return kind === 'postgres' ? 'for update' : '';
}
