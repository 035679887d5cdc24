// Which rows the Scores page shows, and in which order. All rows are filtered and sorted, not only those of a page.

import { RISK_BANDS } from '@rf-indicators/contract';
import { fold } from '../../names/fold.ts';
import type { RenderedRow } from '../../rows.ts';
import type { Order, ScoresQuery } from './query.ts';

export const ROWS_PER_PAGE = 100;

export interface Selection {
  /** Every row that matches, in order. */
  rows: readonly RenderedRow[];
  /** The number of rows in each band that match the other filters, from the lowest to the highest risk. */
  counts: readonly (readonly [band: (typeof RISK_BANDS)[number], count: number])[];
}

/** `sorted` is sorted by name, which breaks ties in every other order. */
export function selectRows(sorted: readonly RenderedRow[], query: ScoresQuery): Selection {
  const { name, type, band, order } = query;
  const part = fold(name);
  const inAnyBand = sorted.filter(
    (row) => (type === null || row.plannerType === type) && (part === '' || fold(row.name).includes(part)),
  );
  const chosen = band === null ? inAnyBand : inAnyBand.filter((row) => row.riskBand === band);
  return {
    rows: inOrder(chosen, order),
    counts: RISK_BANDS.map((one) => [one, inAnyBand.filter((row) => row.riskBand === one).length]),
  };
}

function inOrder(rows: readonly RenderedRow[], order: Order): readonly RenderedRow[] {
  switch (order) {
    case 'name':
      return rows;
    case 'safest':
      return rows.toSorted((a, b) => b.finalScore - a.finalScore);
    case 'riskiest':
      return rows.toSorted((a, b) => a.finalScore - b.finalScore);
    case 'newest':
      return rows.toSorted((a, b) => b.scoredAt - a.scoredAt);
  }
}

export interface PageOfRows {
  rows: readonly RenderedRow[];
  /** From 1; the last page if a later one was asked for. */
  page: number;
  pages: number;
  /** The position of its first row, from 1. */
  first: number;
}

export function pageOfRows(rows: readonly RenderedRow[], asked: number): PageOfRows {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const page = Math.min(asked, pages);
  const start = (page - 1) * ROWS_PER_PAGE;
  return { rows: rows.slice(start, start + ROWS_PER_PAGE), page, pages, first: start + 1 };
}
