// The filters of the Scores page, which live in its URL. Values that are not known are ignored, so that an old or mistyped
// link still shows the page.

import { PLANNER_TYPES, type PlannerType, RISK_BANDS } from '@rf-indicators/contract';
import { readDate } from '@rf-indicators/web/charts/dates';

export const ORDERS = ['safest', 'riskiest', 'name', 'newest'] as const;
export type Order = (typeof ORDERS)[number];
type Band = (typeof RISK_BANDS)[number];

/** How the scores are shown. */
export const VIEWS = ['table', 'map', 'timeline'] as const;
export type View = (typeof VIEWS)[number];

export interface ScoresQuery {
  view: View;
  /** The day of the timeline, such as 2026-07-22; null for today. */
  asOf: string | null;
  /** A part of the name, as the reader typed it. */
  name: string;
  type: PlannerType | null;
  band: Band | null;
  order: Order;
  /** From 1. */
  page: number;
}

export const ALL_SCORES: ScoresQuery = {
  view: 'table',
  asOf: null,
  name: '',
  type: null,
  band: null,
  order: 'safest',
  page: 1,
};

const LONGEST_NAME = 120;

export function readScoresQuery(given: Readonly<Record<string, unknown>>): ScoresQuery {
  const { view, as_of, q, type, band, order, page } = given;
  return {
    view: VIEWS.find((one) => one === view) ?? 'table',
    asOf: readDate(textOf(as_of)),
    name: textOf(q).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_NAME),
    type: PLANNER_TYPES.find((one) => one === type) ?? null,
    band: RISK_BANDS.find((one) => one.toLowerCase() === band) ?? null,
    order: ORDERS.find((one) => one === order) ?? 'safest',
    page: /^[1-9][0-9]{0,5}$/.test(textOf(page)) ? Number(page) : 1,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** As parameters of the URL: what is as usual is left out. */
export function scoresParameters(query: ScoresQuery): Record<string, string> {
  const { view, asOf, name, type, band, order, page } = query;
  return {
    ...(view === 'table' ? {} : { view }),
    ...(view !== 'timeline' || asOf === null ? {} : { as_of: asOf }),
    ...(name === '' ? {} : { q: name }),
    ...(type === null ? {} : { type }),
    ...(band === null ? {} : { band: band.toLowerCase() }),
    ...(order === 'safest' ? {} : { order }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

/** The one URL of a view of the page, or of its CSV file. */
export function scoresUrl(query: ScoresQuery, path = '/'): string {
  const parameters = new URLSearchParams(scoresParameters(query)).toString();
  return parameters === '' ? path : `${path}?${parameters}`;
}

export function isFiltered({ name, type, band }: ScoresQuery): boolean {
  return name !== '' || type !== null || band !== null;
}
