// Filters, sorts and pages rendered rows for lists of scores.

import { byCodePoint } from './code-points.ts';
import type { RenderedRow } from './rows.ts';

export const SORTS = ['name', '-name', 'final_score', '-final_score', 'scored_at', '-scored_at'] as const;
export type Sort = (typeof SORTS)[number];

export interface ListQuery {
  plannerType: string | null;
  riskBand: string | null;
  sort: Sort;
  /** Null for all rows. */
  limit: number | null;
  cursor: Cursor | null;
  withDecisions: boolean;
}

/** The sort key of the last row of the previous page, with name and id to break ties. */
export interface Cursor {
  sort: Sort;
  value: string | number;
  name: string;
  id: string;
}

export interface Page {
  rows: string[];
  nextCursor: string | null;
}

/** `sorted` must be sorted by name and then by id, which also breaks ties in every other sort order. */
export function assemblePage(sorted: readonly RenderedRow[], query: ListQuery): Page {
  const { plannerType, riskBand, sort, limit, cursor, withDecisions } = query;
  const chosen = sorted.filter(
    (row) =>
      (plannerType === null || row.plannerType === plannerType) &&
      (riskBand === null || row.riskBand === riskBand),
  );
  const order = orderOf(sort);
  if (sort !== 'name') chosen.sort(order);
  const start = cursor === null ? 0 : firstAfter(chosen, cursor, order);
  const page = limit === null ? chosen.slice(start) : chosen.slice(start, start + limit);
  const last = page.at(-1);
  const hasMore = last !== undefined && start + page.length < chosen.length;
  return {
    rows: page.map((row) =>
      withDecisions ? `${row.openRow},"rf_decision_object":${row.decision}}` : `${row.openRow}}`,
    ),
    nextCursor: hasMore ? writeCursor(last, sort) : null,
  };
}

type Key = Pick<RenderedRow, 'name' | 'id' | 'finalScore' | 'scoredAt'>;
type Order = (a: Key, b: Key) => number;

function orderOf(sort: Sort): Order {
  const sign = sort.startsWith('-') ? -1 : 1;
  const ties: Order = (a, b) => byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id);
  switch (sort) {
    case 'name':
    case '-name':
      return (a, b) => sign * ties(a, b);
    case 'final_score':
    case '-final_score':
      return (a, b) => sign * (a.finalScore - b.finalScore) || ties(a, b);
    case 'scored_at':
    case '-scored_at':
      return (a, b) => sign * (a.scoredAt - b.scoredAt) || ties(a, b);
  }
}

/** Compares sort keys, so that the page is correct even if the last row of the previous page is gone. */
function firstAfter(rows: readonly RenderedRow[], { value, name, id }: Cursor, order: Order): number {
  const key: Key = { name, id, finalScore: Number(value), scoredAt: Number(value) };
  const found = rows.findIndex((row) => order(row, key) > 0);
  return found === -1 ? rows.length : found;
}

function writeCursor(row: RenderedRow, sort: Sort): string {
  const value = sort.endsWith('final_score')
    ? row.finalScore
    : sort.endsWith('scored_at')
      ? row.scoredAt
      : '';
  return cursorText(sort, value, row);
}

/** The cursor of other lists that are sorted by name and then by id. */
export function nameCursor(last: Pick<RenderedRow, 'name' | 'id'>): string {
  return cursorText('name', '', last);
}

function cursorText(
  sort: Sort,
  value: string | number,
  { name, id }: Pick<RenderedRow, 'name' | 'id'>,
): string {
  return Buffer.from(JSON.stringify([sort, value, name, id])).toString('base64url');
}

/** Null if the text is not a cursor, or belongs to a different sort order. */
export function readCursor(text: string, sort: Sort): Cursor | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(value) || value.length !== 4) return null;
    const [givenSort, key, name, id] = value;
    if (givenSort !== sort || typeof name !== 'string' || typeof id !== 'string') return null;
    if (sort.endsWith('name') ? key !== '' : !Number.isSafeInteger(key)) return null;
    return { sort, value: key, name, id };
  } catch {
    return null;
  }
}
