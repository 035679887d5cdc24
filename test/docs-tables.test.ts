// docs/contribute/tables.md shows every table, and the types that queries use name the tables and columns that exist.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readTables, SUBJECTS } from '../scripts/generate/docs/table-diagrams.ts';

const SCHEMA = new URL('../packages/core/src/store/schema/', import.meta.url);

const tables = await readTables();

/** The columns of each table in the interfaces that make up Database. */
function declaredTables(): Map<string, string[]> {
  const declared = readdirSync(SCHEMA).flatMap((file) => {
    const source = readFileSync(new URL(file, SCHEMA), 'utf8').replace(/\/\*\*.*?\*\//gs, '');
    const [, body] = /^export interface \w+ \{\n(.*?)^\}$/ms.exec(source)!;
    return [...body!.matchAll(/^ {2}(\w+): \{(.*?)\};$/gms)];
  });
  return new Map(
    declared.map(([, table, columns]) => [
      table!,
      [...columns!.matchAll(/(\w+): [^;]+/g)].map(([, column]) => column!),
    ]),
  );
}

test('every table belongs to one subject of docs/contribute/tables.md', () => {
  assert.deepEqual(Object.values(SUBJECTS).flat().sort(), [...tables.keys()].sort());
});

test('the types of the tables name exactly the columns that the migrations create', () => {
  const declared = declaredTables();
  assert.deepEqual([...declared.keys()].sort(), [...tables.keys()].sort());
  for (const [table, columns] of declared) {
    // Only the record chain writes and reads this column.
    const created = tables.get(table)!.columns.flatMap(({ name }) => (name === 'chain_list' ? [] : name));
    assert.deepEqual(columns.sort(), created.sort(), table);
  }
});
