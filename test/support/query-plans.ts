// Reads from the plans of the database which tables a query reads from the first row to the last.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { GROWING_TABLES, TABLE_NAMES, TABLES } from '@rf-indicators/core/store/schema';
import type { Queries, Store } from '@rf-indicators/core/store/store';
import { CompiledQuery, sql } from 'kysely';
import type { RecordedQuery } from './query-recorder.ts';

/** A query that reads every row of a table which grows. */
export interface Scan extends RecordedQuery {
  table: string;
  /** What the plan says. */
  step: string;
}

type Step = Pick<Scan, 'table' | 'step'>;

/** On SQLite, without statistics and with those of a large store: a store has had both. */
export async function scansOf(store: Store, queries: readonly RecordedQuery[]): Promise<Scan[]> {
  if (store.kind === 'postgres') return onGrowing(queries, (query) => postgresScans(store.db, query));
  await forgetStatistics(store.db);
  const scans = await sqliteScansOf(store.db, queries);
  await pretendLarge(store.db);
  return [...scans, ...(await sqliteScansOf(store.db, queries))];
}

async function onGrowing(
  queries: readonly RecordedQuery[],
  stepsOf: (query: RecordedQuery) => Promise<Step[]> | Step[],
): Promise<Scan[]> {
  const scans: Scan[] = [];
  for (const query of queries) {
    const steps = await stepsOf(query);
    scans.push(
      ...steps.filter(({ table }) => GROWING_TABLES.has(table)).map((step) => ({ ...query, ...step })),
    );
  }
  return scans;
}

// SQLite.

/** SQLite then takes every table for large. */
async function forgetStatistics(db: Queries): Promise<void> {
  await sql`drop table if exists sqlite_stat1`.execute(db);
}

/** How many times as many rows a large store has. */
const LARGER = 5000;
/** A column with no more values than this has about as many in a large store: grades, kinds, people. */
const FEW = 8;
/** How many rows with one value SQLite believes in at the most, because it looks at so few of a large index. */
const LOOKED_AT = 2000;

/** Writes the statistics of a store in which the tables that grow are large. */
async function pretendLarge(db: Queries): Promise<void> {
  await sql`analyze`.execute(db);
  const { rows } = await sql<{ table: string; index: string; stat: string }>`
    select tbl as "table", idx as "index", stat from sqlite_stat1 where idx is not null`.execute(db);
  for (const { table, index, stat } of rows) {
    if (!GROWING_TABLES.has(table)) continue;
    const [count = 0, ...perValue] = stat.split(' ').map(Number);
    const isUnique = index.startsWith('sqlite_autoindex');
    const larger = perValue.map((each, at) => {
      if (isUnique && at === perValue.length - 1) return 1;
      return each > 1 && count / each <= FEW ? Math.min(LOOKED_AT, Math.ceil((count * LARGER) / FEW)) : each;
    });
    const grown = [count * LARGER, ...larger].join(' ');
    await sql`update sqlite_stat1 set stat = ${grown} where idx = ${index}`.execute(db);
  }
}

/** On a connection of its own, because an open one keeps the statistics that it has read. */
async function sqliteScansOf(db: Queries, queries: readonly RecordedQuery[]): Promise<Scan[]> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  const database = new DatabaseSync(rows[0]!.file, { readOnly: true });
  try {
    return await onGrowing(queries, ({ text, values }) => {
      const plan = database.prepare(`explain query plan ${text}`).all(...(values as SQLInputValue[]));
      return sqliteScans(text, plan as unknown as PlanRow[]);
    });
  } finally {
    database.close();
  }
}

interface PlanRow {
  parent: number;
  detail: string;
}

/** An index with a condition has only the rows that the condition names, and is made for those who want them all. */
const PARTIAL_INDEXES = new Set(
  TABLE_NAMES.flatMap((table) =>
    Object.entries(TABLES[table].indexes ?? {}).flatMap(([name, on]) =>
      on.includes(' where ') ? [name] : [],
    ),
  ),
);

function sqliteScans(text: string, plan: readonly PlanRow[]): Step[] {
  const names = aliasesOf(text);
  const isSorted = plan.some(({ detail }) => detail.startsWith('USE TEMP B-TREE'));
  const isPage = / limit \?( offset \?)?$/.test(text);
  // Such a read ends with the page, because nothing has to be sorted or left out.
  const isInOrder = isPage && !isSorted && !/ where /.test(withoutSubqueries(text));
  const steps = plan.flatMap(({ detail }) => {
    // The search for a minimum without an index is a scan, too.
    const [, name, index] =
      /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? /^SEARCH (\w+)$/.exec(detail) ?? [];
    if (name === undefined) return [];
    if (index !== undefined && (isInOrder || PARTIAL_INDEXES.has(index))) return [];
    return [{ table: names.get(name) ?? name, step: detail }];
  });
  const sorted = isPage ? sortedForAll(plan) : null;
  if (sorted === null) return steps;
  return [
    ...steps,
    { table: names.get(sorted) ?? sorted, step: 'sorts what it finds for every row of another table' },
  ];
}

/** The tables of a query by the names that it gives them. */
function aliasesOf(text: string): Map<string, string> {
  const given = text.matchAll(/\b(?:from|join)\s+"?(\w+)"?\s+(?:as\s+)?"?(\w+)"?/gi);
  return new Map([...given].map(([, table, alias]) => [alias!, table!]));
}

function withoutSubqueries(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, '');
  return shorter === text ? text : withoutSubqueries(shorter);
}

/** The table whose rows are all read, for each row of a small table, to sort them for one page; null if there is none. */
function sortedForAll(plan: readonly PlanRow[]): string | null {
  const steps = plan.filter(({ parent }) => parent === 0).map(({ detail }) => detail);
  if (!steps.some((step) => step.startsWith('USE TEMP B-TREE FOR ORDER BY'))) return null;
  const scan = steps.findIndex((step) => /^SCAN (?!.*LEFT-JOIN)/.test(step));
  if (scan === -1) return null;
  return /^SEARCH (\w+) USING (?:COVERING )?INDEX/.exec(steps[scan + 1] ?? '')?.[1] ?? null;
}

// PostgreSQL.

interface PostgresNode {
  'Node Type': string;
  'Relation Name'?: string;
  Filter?: string;
  Plans?: PostgresNode[];
}

/** With sequential scans switched off, the plan has one only where no index can be used. */
async function postgresScans(db: Queries, { text, values }: RecordedQuery): Promise<Step[]> {
  return db.transaction().execute(async (work) => {
    await sql`set local enable_seqscan = off`.execute(work);
    const { rows } = await work.executeQuery<{ 'QUERY PLAN': [{ Plan: PostgresNode }] }>(
      CompiledQuery.raw(`explain (format json) ${text}`, [...values]),
    );
    return sequentialScans(rows[0]!['QUERY PLAN'][0].Plan);
  });
}

function sequentialScans(node: PostgresNode): Step[] {
  const { 'Node Type': type, 'Relation Name': table, Filter: filter, Plans: below = [] } = node;
  const own =
    type === 'Seq Scan' && table !== undefined ? [{ table, step: `Seq Scan ${filter ?? ''}`.trim() }] : [];
  return [...own, ...below.flatMap(sequentialScans)];
}
