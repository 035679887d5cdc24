// The logical content of a SQLite store: every row of every table, and the schema, without the pages that hold them.

import { DatabaseSync } from 'node:sqlite';

type Row = Record<string, unknown>;
/** By table, in the order of the table itself; the schema is a table too. */
export type Content = ReadonlyMap<string, readonly Row[]>;

const SCHEMA = 'sqlite_schema';

export function readContent(file: string): Content {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    // Without the page numbers, which are where things are and not what they are.
    const schema = rowsOf(database, `select type, name, tbl_name, sql from ${SCHEMA} order by type, name`);
    const content = new Map<string, Row[]>([[SCHEMA, schema]]);
    for (const { type, name } of schema) {
      if (type === 'table') content.set(String(name), rowsOf(database, `select * from ${quoted(name)}`));
    }
    return content;
  } finally {
    database.close();
  }
}

/** The columns that differ, as table.column; table.* where rows or columns are missing or new. */
export function differences(intact: Content, other: Content): string[] {
  const found = new Set<string>();
  for (const table of new Set([...intact.keys(), ...other.keys()])) {
    const before = intact.get(table) ?? [];
    const after = other.get(table) ?? [];
    if (before.length !== after.length) found.add(`${table}.*`);
    else for (const [at, row] of before.entries()) addDifferences(found, table, row, after[at]!);
  }
  return [...found].sort();
}

function addDifferences(found: Set<string>, table: string, before: Row, after: Row): void {
  const columns = Object.keys(before);
  if (columns.length !== Object.keys(after).length) found.add(`${table}.*`);
  for (const column of columns) {
    if (!isSame(before[column], after[column])) found.add(`${table}.${column}`);
  }
}

function isSame(before: unknown, after: unknown): boolean {
  if (before instanceof Uint8Array && after instanceof Uint8Array)
    return Buffer.from(before.buffer, before.byteOffset, before.byteLength).equals(after);
  return Object.is(before, after);
}

/** Whole numbers as bigint: a damaged one may be too large for a number, and 1 must differ from 1.0. */
function rowsOf(database: DatabaseSync, query: string): Row[] {
  const statement = database.prepare(query);
  statement.setReadBigInts(true);
  return statement.all();
}

function quoted(name: unknown): string {
  return `"${String(name).replaceAll('"', '""')}"`;
}
