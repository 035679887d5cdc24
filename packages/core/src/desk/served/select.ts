// Queries of the current indicators for lists: filtered, sorted, and a page at a time.

import type { Identifier } from '@rf-indicators/contract';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { contains } from '../../store/text-match.ts';
import { asServed, type ServedIndicator } from './served.ts';

export const SORTS = ['name', '-name', 'final_score', '-final_score', 'scored_at', '-scored_at'] as const;
export type Sort = (typeof SORTS)[number];

export interface ServedFilter {
  plannerType?: string | null;
  riskBand?: string | null;
  /** In hundredths. */
  minScore?: number | null;
  /** A part of the name, folded; empty for any name. */
  namePart?: string;
  /** All of them, in normal form. */
  identifiers?: readonly Identifier[];
}

/** The sort key of a row, with name and id to break ties. */
export interface Place {
  value: string | number;
  name: string;
  id: string;
}

export interface ServedPage {
  sort: Sort;
  limit: number;
  /** Begins after this place, whether or not a row is there. */
  after?: Place | null;
  offset?: number;
}

export async function selectServed(
  db: Queries,
  filter: ServedFilter,
  { sort, limit, after = null, offset = 0 }: ServedPage,
): Promise<ServedIndicator[]> {
  const { column, direction } = orderOf(sort);
  // By name downwards, ids go downwards too: the list is exactly the one by name, reversed.
  const ties = sort === '-name' ? 'desc' : 'asc';
  const inOrder = <Row>(rows: SelectQueryBuilder<Database, 'served_indicators', Row>) =>
    (column === 'name' ? rows : rows.orderBy(column, direction))
      .orderBy('name', ties)
      .orderBy('provider_id', ties);
  const page = <Row>(rows: SelectQueryBuilder<Database, 'served_indicators', Row>) => {
    let some = inOrder(rows).limit(limit);
    if (offset > 0) some = some.offset(offset);
    return after === null ? some : some.where(isAfter(sort, after));
  };
  const rows = filtered(db, filter);
  // Names are compared in an index that has hardly anything else; then the rows of the page are read.
  const found = filter.namePart
    ? inOrder(
        db
          .selectFrom('served_indicators')
          .selectAll()
          .where('provider_id', 'in', page(rows.select('provider_id'))),
      )
    : page(rows.selectAll());
  return (await found.execute()).map(asServed);
}

/** The number of indicators in each band that has any. */
export async function countByBand(db: Queries, filter: ServedFilter): Promise<Map<string, number>> {
  const rows = await filtered(db, filter)
    .select(({ fn }) => ['risk_band', fn.countAll<number>().as('count')])
    .groupBy('risk_band')
    .execute();
  return new Map(rows.map(({ risk_band, count }) => [risk_band, Number(count)]));
}

export async function countServed(db: Queries, filter: ServedFilter = {}): Promise<number> {
  const counts = await countByBand(db, filter);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** When a row was last added, changed or removed. */
export async function lastServedChange(db: Queries): Promise<number> {
  const served = await db
    .selectFrom('served_indicators')
    .select(({ fn }) => fn.max('changed_at').as('at'))
    .executeTakeFirstOrThrow();
  const withdrawn = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.max('withdrawn_at').as('at'))
    .executeTakeFirstOrThrow();
  return Math.max(served.at ?? 0, withdrawn.at ?? 0);
}

/** The place of a row in an order. */
export function placeOf({ name, providerId, finalScore, asOf }: ServedIndicator, sort: Sort): Place {
  const { column } = orderOf(sort);
  const value = column === 'name' ? '' : column === 'final_score' ? finalScore : asOf;
  return { value, name, id: providerId };
}

function filtered(
  db: Queries,
  { plannerType, riskBand, minScore, namePart, identifiers = [] }: ServedFilter,
) {
  let query = db.selectFrom('served_indicators');
  if (plannerType) query = query.where('planner_type', '=', plannerType);
  if (riskBand) query = query.where('risk_band', '=', riskBand);
  if (minScore) query = query.where('final_score', '>=', minScore);
  if (namePart) query = query.where(contains('folded_name', namePart));
  for (const { kind, value } of identifiers) {
    // As JSON writes the beginning of each.
    const part = JSON.stringify({ kind, value }).slice(0, -1);
    query = query.where('identifiers', 'is not', null).where(contains('identifiers', `${part},`));
  }
  return query;
}

function isAfter(sort: Sort, { value, name, id }: Place) {
  const { column, direction } = orderOf(sort);
  if (column === 'name') {
    const beyond = direction === 'desc' ? sql`<` : sql`>`;
    return sql<SqlBool>`(name, provider_id) ${beyond} (${name}, ${id})`;
  }
  const beyond = direction === 'desc' ? sql`<` : sql`>`;
  const key = sql.ref(column);
  return sql<SqlBool>`(${key} ${beyond} ${value} or (${key} = ${value} and (name, provider_id) > (${name}, ${id})))`;
}

function orderOf(sort: Sort) {
  const direction = sort.startsWith('-') ? ('desc' as const) : ('asc' as const);
  const given = sort.replace('-', '') as 'name' | 'final_score' | 'scored_at';
  return { column: given === 'scored_at' ? ('as_of' as const) : given, direction };
}
