// Somebody with the database's password changes one value, removes a row or adds one. Each change is made, rf verify --all
// is asked, and the change is undone.

import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import type { Finding } from '@rf-indicators/core/log/findings';
import {
  CHAINED_TABLES,
  chainedColumns,
  columnsOf,
  orderOf,
  proofOf,
  type Row,
  TABLE_NAMES,
  TABLES,
  type Table,
} from '@rf-indicators/core/store/schema';
import { type Store, untyped } from '@rf-indicators/core/store/store';
import { type Kysely, sql } from 'kysely';

export interface Mutation {
  table: Table;
  /** null for a row that was removed or added. */
  column: string | null;
  change: 'changed' | 'removed' | 'added';
  proof: string;
  /** `refused`: the database itself did not take the change. */
  verdict: 'found' | 'not found' | 'refused';
  /** What was found first. */
  finding: string | null;
}

/** Lets the store take changes that its constraints and triggers would refuse. */
export async function lowerGuards({ kind, db }: Store): Promise<void> {
  if (kind === 'postgres') {
    for (const table of TABLE_NAMES) await sql.raw(`alter table ${table} disable trigger all`).execute(db);
    return;
  }
  await sql`pragma foreign_keys = off`.execute(db);
  await sql`pragma ignore_check_constraints = on`.execute(db);
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(
    db,
  );
  for (const { name } of rows) await sql.raw(`drop trigger ${name}`).execute(db);
}

/** One changed value in each column, and a row removed from and added to each table; one change at a time. */
export async function* mutations(
  store: Store,
  random: (below: number) => number,
  tables: readonly Table[] = TABLE_NAMES,
): AsyncGenerator<Mutation> {
  for (const table of tables) {
    const rows = await rowsOf(store, table);
    if (rows.length === 0) continue;
    // Current, stale and withdrawn providers are checked differently, so every row is tried.
    const candidates = table === 'provider_states' ? rows.map((row) => [row]) : [rows];
    for (const column of Object.keys(columnsOf(table)))
      for (const some of candidates) yield tried(store, changeOf(table, some, column, random));
    yield tried(store, removalOf(table, rows, random));
    yield tried(store, additionOf(table, rows));
  }
}

/**
 * The same, faster: one column of each table at once, then a row removed from each, then one added to each. The record
 * chain reports every record by itself, so the findings of one change do not hide those of another.
 */
export async function mutateTogether(store: Store, random: (below: number) => number): Promise<Mutation[]> {
  const results: Mutation[] = [];
  for (const change of ['changed', 'removed', 'added'] as const) {
    const steps: Step[] = [];
    for (const table of CHAINED_TABLES) {
      const rows = await rowsOf(store, table);
      const columns = chainedColumns(table);
      const column = columns[random(columns.length)]!;
      if (change === 'changed') steps.push(changeOf(table, rows, column, random));
      else steps.push(change === 'removed' ? removalOf(table, rows, random) : additionOf(table, rows));
    }
    const refused = new Set<Step>();
    for (const step of steps)
      await replace(store, step.table, step.before, step.after).catch(() => refused.add(step));
    const { findings } = await verifyAll(store.db);
    for (const step of steps) {
      const finding = findings.find(({ record }) => record.startsWith(`${step.table} `));
      const verdict = refused.has(step) ? 'refused' : finding === undefined ? 'not found' : 'found';
      results.push({ ...asMutation(step), verdict, finding: finding ? textOf(finding) : null });
    }
    for (const step of steps.reverse())
      if (!refused.has(step)) await replace(store, step.table, step.after, step.before);
  }
  return results;
}

interface Step extends Omit<Mutation, 'verdict' | 'finding'> {
  before: Row | null;
  after: Row | null;
}

async function rowsOf(store: Store, table: Table): Promise<Row[]> {
  const rows = (await untyped(store.db).selectFrom(table).selectAll().execute()) as Row[];
  if (rows.length === 0 && !isOperational(table))
    throw new Error(`The table ${table} is empty, so nothing can be tried with it.`);
  return rows;
}

function changeOf(
  table: Table,
  rows: readonly Row[],
  column: string,
  random: (below: number) => number,
): Step {
  const before = rows[random(rows.length)]!;
  const after = { ...before, [column]: altered(before[column]) };
  return { table, column, change: 'changed', proof: classOf(table, column), before, after };
}

function removalOf(table: Table, rows: readonly Row[], random: (below: number) => number): Step {
  const before = rows[random(rows.length)]!;
  // A missing session grants nothing, and is not reported.
  const proof = TABLES[table].rowsExpire ? 'operational' : proofOfRows(table);
  return { table, column: null, change: 'removed', proof, before, after: null };
}

/** Like a row that is there, with other values where they must be unique. */
function additionOf(table: Table, rows: readonly Row[]): Step {
  const after = { ...rows.at(-1)! };
  const key = orderOf(table);
  for (const column of Object.keys(after)) {
    if (key.includes(column) || /_hash$|^id$|^log_index$|^verification_id$/.test(column))
      after[column] = typeof after[column] === 'number' ? 1_000_000_007 : `added ${after[column]}`;
  }
  return { table, column: null, change: 'added', proof: proofOfRows(table), before: null, after };
}

function asMutation({ table, column, change, proof }: Step): Omit<Mutation, 'verdict' | 'finding'> {
  return { table, column, change, proof };
}

function proofOfRows(table: Table): string {
  return isOperational(table) ? 'operational' : 'chained, signed or recomputed';
}

function isOperational(table: Table): boolean {
  return Object.keys(TABLES[table].columns).every((column) => classOf(table, column) === 'operational');
}

function classOf(table: Table, column: string): string {
  if (column === 'chain_list') return 'chained';
  const proof = proofOf(table, column);
  return typeof proof === 'string' ? proof : 'operational';
}

function altered(value: unknown): unknown {
  if (value === null) return 'x';
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return value.replace(/.?$/su, (last) => (last === 'x' ? 'y' : 'x'));
  const bytes = Buffer.from(value as Uint8Array);
  if (bytes.length > 0) bytes[0]! ^= 1;
  return bytes;
}

async function tried(store: Store, step: Step): Promise<Mutation> {
  const { table, before, after } = step;
  const mutation = asMutation(step);
  try {
    await replace(store, table, before, after);
  } catch {
    return { ...mutation, verdict: 'refused', finding: null };
  }
  try {
    const [first] = (await verifyAll(store.db)).findings;
    const finding = first === undefined ? null : textOf(first);
    return { ...mutation, verdict: first === undefined ? 'not found' : 'found', finding };
  } finally {
    await replace(store, table, after, before);
  }
}

function textOf({ record, problem }: Finding): string {
  return `${record}: ${problem}`;
}

/** By all values of the row, because its key may be what changes. */
async function replace({ db }: Store, table: Table, before: Row | null, after: Row | null): Promise<void> {
  await db.transaction().execute(async (writes) => {
    const tables = untyped(writes) as Kysely<Record<string, Row>>;
    if (before !== null) {
      let query = tables.deleteFrom(table);
      for (const [column, value] of Object.entries(before))
        query = value === null ? query.where(column, 'is', null) : query.where(column, '=', value);
      const { numDeletedRows } = await query.executeTakeFirstOrThrow();
      if (numDeletedRows !== 1n) throw new Error(`${numDeletedRows} rows of ${table} are like this one.`);
    }
    if (after !== null) await tables.insertInto(table).values(after).execute();
  });
}
