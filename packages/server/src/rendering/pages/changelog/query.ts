// The choice of changes, which lives in the URL of the page. Values that are not known are ignored, so that an old or mistyped
// link still shows the page.

import type { ChangelogKind } from '@rf-indicators/contract';
import { CHANGE_DIRECTIONS, type ChangeDirection } from '@rf-indicators/contract';
import { readDate } from '@rf-indicators/web/charts/dates';
import type { NamedProvider } from '../../names/name-index.ts';
import { DEFAULT_KINDS, inOrder } from './kinds.ts';

export interface ChangesQuery {
  /** At least one. */
  kinds: readonly ChangelogKind[];
  /** The name or slug of a provider, as the reader typed it. */
  provider: string;
  direction: ChangeDirection | null;
  /** A civil date, such as 2026-04-01. */
  since: string | null;
  /** The `seq` of the entry before which the page begins; null for the newest. */
  cursor: number | null;
}

export const ALL_CHANGES: ChangesQuery = {
  ...{ kinds: DEFAULT_KINDS, provider: '', direction: null, since: null, cursor: null },
};

const LONGEST_NAME = 120;
const CURSOR = /^[1-9][0-9]{0,14}$/;

export function readChangesQuery(given: Readonly<Record<string, unknown>>): ChangesQuery {
  const { kinds, provider, direction, since, cursor } = given;
  // Each box of the form sends its kinds; a link has one list.
  const named = [kinds].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : []));
  const known = inOrder(named);
  return {
    kinds: known.length === 0 ? DEFAULT_KINDS : known,
    provider: textOf(provider).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_NAME),
    direction: CHANGE_DIRECTIONS.find((one) => one === direction) ?? null,
    since: readDate(textOf(since)),
    cursor: CURSOR.test(String(cursor)) ? Number(cursor) : null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isDefault(kinds: readonly ChangelogKind[]): boolean {
  return kinds.join() === DEFAULT_KINDS.join();
}

/** As parameters of the URL: what is as usual is left out. */
export function changesParameters(query: ChangesQuery): Record<string, string> {
  const { kinds, provider, direction, since, cursor } = query;
  return {
    ...(isDefault(kinds) ? {} : { kinds: inOrder(kinds).join(',') }),
    ...(provider === '' ? {} : { provider }),
    ...(direction === null ? {} : { direction }),
    ...(since === null ? {} : { since }),
    ...(cursor === null ? {} : { cursor: String(cursor) }),
  };
}

/** The one URL of a choice: of the page, or of its CSV file. */
export function changesUrl(query: ChangesQuery, path = '/changelog'): string {
  return withParameters(path, changesParameters(query));
}

/** A feed has the newest changes, so it takes neither a date nor a page. It always names its kinds: its own default is another. */
export function feedUrl(
  { kinds, direction }: ChangesQuery,
  path: string,
  provider: NamedProvider | null,
): string {
  return withParameters(path, {
    kinds: inOrder(kinds).join(','),
    ...(provider === null ? {} : { provider_id: provider.id }),
    ...(direction === null ? {} : { direction }),
  });
}

function withParameters(path: string, parameters: Record<string, string>): string {
  // A list keeps its commas, so that people can read and change it.
  const text = new URLSearchParams(parameters).toString().replaceAll('%2C', ',');
  return text === '' ? path : `${path}?${text}`;
}
