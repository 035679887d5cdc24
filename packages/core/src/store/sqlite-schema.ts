// Reads the tables, indexes and triggers of a SQLite database in a form that can be compared. Two stores with the same
// tables can have them in different texts: migrations append columns, and SQLite quotes the name of a table that was renamed.

import { sql } from 'kysely';
import type { Queries } from './store.ts';

/** By kind and name, such as `table staff`. */
export async function readSqliteSchema(db: Queries): Promise<Map<string, string>> {
  // SQLite's own tables of statistics come and go. Its own indexes have numbers that depend on the order of columns, and
  // follow from the text of their table.
  const { rows } = await sql<{ type: string; name: string; table: string; text: string }>`
    select type, name, tbl_name as "table", sql as text from sqlite_schema
    where sql is not null and name not like 'sqlite_stat%'`.execute(db);
  return new Map(
    rows.map(({ type, name, table, text }) => [
      `${type} ${name}`,
      `${table}: ${type === 'table' ? inOrder(plain(text)) : plain(text)}`,
    ]),
  );
}

/** Without line breaks, quotes around names, and capitals of keywords at the beginning. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/"(\w+)"/g, '$1')
    .replaceAll(/([(]) | ([),])/g, '$1$2')
    .replace(/^CREATE TABLE/, 'create table')
    .trim();
}

/** Columns and constraints in the order of their names. */
function inOrder(text: string): string {
  const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text.slice(open + 1, close)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  const sorted = parts.map((part) => part.trim()).sort();
  return `${text.slice(0, open).trim()} (${sorted.join(', ')})${text.slice(close + 1)}`;
}
