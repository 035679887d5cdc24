// Which rows the Scores page shows, and in which order. All rows are filtered and sorted, not only those of a page.

import { RISK_BANDS } from '@rf-indicators/contract';
import {
  countByBand,
  type ServedFilter,
  type Sort,
  selectServed,
} from '@rf-indicators/core/desk/served/select';
import { fold } from '@rf-indicators/core/store/fold';
import { rowsOf } from '../../current-rows.ts';
import type { Reading } from '../../reading.ts';
import type { RenderedRow } from '../../rows.ts';
import { type Causes, readCauses } from '../causes.ts';
import type { Order, ScoresQuery } from './query.ts';

/** Also how many rows a script asks for at a time. */
export const ROWS_PER_PAGE = 50;

export const SORT_OF: Readonly<Record<Order, Sort>> = {
  name: 'name',
  safest: '-final_score',
  riskiest: 'final_score',
  newest: '-scored_at',
};

export interface Selection {
  /** The number of rows that match. */
  total: number;
  /** The number of rows in each band that match the other filters, from the lowest to the highest risk. */
  counts: readonly (readonly [band: (typeof RISK_BANDS)[number], count: number])[];
}

export function filterOf({ name, type, band }: ScoresQuery): ServedFilter {
  return { plannerType: type, riskBand: band, namePart: fold(name) };
}

export async function countRows({ db }: Reading, query: ScoresQuery): Promise<Selection> {
  const found = await countByBand(db, { ...filterOf(query), riskBand: null });
  const counts = RISK_BANDS.map((band) => [band, found.get(band) ?? 0] as const);
  const chosen = counts.filter(([band]) => query.band === null || query.band === band);
  return { total: chosen.reduce((sum, [, count]) => sum + count, 0), counts };
}

export interface PageOfRows {
  rows: readonly RenderedRow[];
  /** By verification id. */
  causes: ReadonlyMap<string, Causes>;
  /** From 1; the last page if a later one was asked for. */
  page: number;
  pages: number;
  /** The position of its first row, from 1. */
  first: number;
}

export async function readPageOfRows(
  reading: Reading,
  query: ScoresQuery,
  total: number,
): Promise<PageOfRows> {
  const { page, pages, offset } = placeOfPage(query.page, total);
  const served = await selectServed(reading.db, filterOf(query), {
    sort: SORT_OF[query.order],
    limit: ROWS_PER_PAGE,
    offset,
  });
  const causes = await readCauses(reading, served);
  return { rows: await rowsOf(reading, served), causes, page, pages, first: offset + 1 };
}

export function placeOfPage(asked: number, total: number): { page: number; pages: number; offset: number } {
  const pages = Math.max(1, Math.ceil(total / ROWS_PER_PAGE));
  const page = Math.min(asked, pages);
  return { page, pages, offset: (page - 1) * ROWS_PER_PAGE };
}
