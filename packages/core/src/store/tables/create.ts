// Creates the tables of a new store from their definitions, with their indexes and triggers.

import { type Kysely, sql } from 'kysely';
import { columnsOf, erasableColumns, TABLE_NAMES, TABLES, type Table } from '../schema.ts';
import type { StoreKind } from '../store.ts';
import type { Column, TableDefinition } from './define.ts';

export async function createTables(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  if (kind === 'postgres') await sql.raw(REFUSE_CHANGE).execute(db);
  for (const name of TABLE_NAMES) {
    for (const statement of statementsFor(name, kind)) await sql.raw(statement).execute(db);
  }
}

/** What the triggers of append-only tables call on PostgreSQL. */
const REFUSE_CHANGE = `
create function rf_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a published record is never changed', tg_table_name;
end $$`;

function statementsFor(name: Table, kind: StoreKind): string[] {
  const definition = TABLES[name];
  const { indexes = {}, uniqueIndexes = {}, rows = [] } = definition;
  const indexed = (on: string) => (kind === 'sqlite' ? on.replace(/^using \w+ /, '') : on);
  const columns = Object.entries(columnsOf(name));
  const compressed = columns.filter(([, { spec }]) => kind === 'postgres' && spec.isCompressed);
  return [
    createTable(name, definition, kind),
    ...compressed.map(([column]) => `alter table ${name} alter column ${column} set storage external`),
    ...Object.entries(indexes).map(([index, on]) => `create index ${index} on ${name} ${indexed(on)}`),
    ...Object.entries(uniqueIndexes).map(([index, on]) => `create unique index ${index} on ${name} ${on}`),
    ...(definition.chain === 'lists' ? [`create index ${name}_by_chain_list on ${name} (chain_list)`] : []),
    ...triggersFor(name, definition, kind),
    ...rows.map(
      (row) =>
        `insert into ${name} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')})`,
    ),
  ];
}

function createTable(name: Table, definition: TableDefinition, kind: StoreKind): string {
  const { unique = [], foreignKeys = [], checks = [] } = definition;
  const columns = Object.entries(columnsOf(name));
  const keys = columns.flatMap(([column, { spec }]) => (spec.isKey ? [column] : []));
  const parts = [
    ...columns.map(([column, { spec }]) => columnText(column, spec, keys.length === 1, kind)),
    ...(keys.length > 1 ? [`primary key (${keys.join(', ')})`] : []),
    ...unique.map((set) => `unique (${set.join(', ')})`),
    ...foreignKeys.map(
      ({ columns: ours, references, their }) =>
        `foreign key (${ours.join(', ')}) references ${references} (${their.join(', ')})`,
    ),
    ...checks.map((check) => `check (${check})`),
  ];
  const end = definition.isClustered && kind === 'sqlite' ? ' without rowid' : '';
  return `create table ${name} (\n  ${parts.join(',\n  ')}\n)${end}`;
}

function columnText(
  name: string,
  spec: Column<unknown>['spec'],
  isOnlyKey: boolean,
  kind: StoreKind,
): string {
  const parts = [name, spec.type === 'blob' && kind === 'postgres' ? 'bytea' : spec.type];
  if (spec.isByCodePoint && kind === 'postgres') parts.push('collate "C"');
  if (spec.isKey && isOnlyKey) parts.push('primary key');
  else if (!spec.isNullable) parts.push('not null');
  if (spec.default !== undefined) parts.push(`default ${literal(spec.default)}`);
  if (spec.isUnique) parts.push('unique');
  if (typeof spec.check === 'string') parts.push(`check (${spec.check})`);
  else if (spec.check) parts.push(`check (${name} in (${spec.check.map(literal).join(', ')}))`);
  if (spec.references) parts.push(`references ${spec.references.replace('.', ' (')})`);
  return parts.join(' ');
}

function triggersFor(name: Table, definition: TableDefinition, kind: StoreKind): readonly string[] {
  const { appendOnly, triggers, columns } = definition;
  if (triggers !== undefined) return triggers[kind];
  if (appendOnly === undefined) return [];
  const erasable = erasableColumns(name);
  const fixed = Object.keys(columns).filter((column) => !erasable.includes(column));
  return appendOnlyTriggers(name, kind, fixed.length < Object.keys(columns).length ? fixed : null);
}

/** They refuse to change the columns that are named, or any column, and to delete rows. */
export function appendOnlyTriggers(
  table: string,
  kind: StoreKind,
  columns: readonly string[] | null = null,
): string[] {
  const update = columns === null ? 'update' : `update of ${columns.join(', ')}`;
  if (kind === 'postgres')
    return [
      `create trigger ${table}_append_only before ${update} or delete on ${table} for each row execute function rf_refuse_change()`,
      `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function rf_refuse_change()`,
    ];
  const refuse = `begin select raise(abort, '${table} is append-only: a published record is never changed'); end`;
  return [
    `create trigger ${table}_no_update before ${update} on ${table} ${refuse}`,
    `create trigger ${table}_no_delete before delete on ${table} ${refuse}`,
  ];
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value}'`;
}
