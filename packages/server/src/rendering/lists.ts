// Lists of scores, put together from rendered rows.

import { byCodePoint } from './code-points.ts';
import type { RenderedRow } from './rows.ts';

export const SORTS = ['name', '-name', 'final_score', '-final_score', 'scored_at', '-scored_at'] as const;
export type Sort = (typeof SORTS)[number];

export interface ListQuery {
  plannerType: string | null;
  riskBand: string | null;
  sort: Sort;
  /** All rows where there is none. */
  limit: number | null;
  cursor: Cursor | null;
  withDecisions: boolean;
}

/** The last row of the page before: what it was sorted by, and what breaks ties. */
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

/** `sorted` is by name, then id: the order of ties in every other order. */
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

/** By the order's own key, so that a page is right even when the row before it is gone. */
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
  return Buffer.from(JSON.stringify([sort, value, row.name, row.id])).toString('base64url');
}

/** null for a text that is no cursor of ours, or one of another order. */
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
