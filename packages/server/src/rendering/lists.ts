// Pages of lists that are sorted by name, score or time, and the cursors between them.

import { hasAll } from '@rf-indicators/core/context/identifiers';
import {
  type Place,
  placeOf,
  type ServedFilter,
  SORTS,
  type Sort,
} from '@rf-indicators/core/desk/served/select';
import type { ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { byCodePoint } from './code-points.ts';

export { SORTS, type Sort };

/** A page of indicators that are already in memory, because they are of a past state. */
export function pageOf(
  indicators: readonly ServedIndicator[],
  { plannerType, riskBand, identifiers = [] }: ServedFilter,
  { sort, limit, after }: { sort: Sort; limit: number; after: Place | null },
): ServedIndicator[] {
  const order = orderOf(sort);
  const chosen = indicators
    .filter(
      (served) =>
        (!plannerType || served.plannerType === plannerType) &&
        (!riskBand || served.riskBand === riskBand) &&
        hasAll(served.identifiers, identifiers),
    )
    .map((served) => ({ served, place: placeOf(served, sort) }))
    .filter(({ place }) => after === null || order(place, after) > 0)
    .sort((a, b) => order(a.place, b.place));
  return chosen.slice(0, limit).map(({ served }) => served);
}

type Order = (a: Place, b: Place) => number;

function orderOf(sort: Sort): Order {
  const sign = sort.startsWith('-') ? -1 : 1;
  const ties: Order = (a, b) => byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id);
  if (sort.endsWith('name')) return (a, b) => sign * ties(a, b);
  return (a, b) => sign * (Number(a.value) - Number(b.value)) || ties(a, b);
}

export function writeCursor(last: ServedIndicator, sort: Sort): string {
  return cursorText(sort, placeOf(last, sort));
}

/** The cursor of other lists that are sorted by name and then by id. */
export function nameCursor({ name, id }: { name: string; id: string }): string {
  return cursorText('name', { value: '', name, id });
}

function cursorText(sort: Sort, { value, name, id }: Place): string {
  return Buffer.from(JSON.stringify([sort, value, name, id])).toString('base64url');
}

/** Null if the text is not a cursor, or belongs to a different sort order. */
export function readCursor(text: string, sort: Sort): Place | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(value) || value.length !== 4) return null;
    const [givenSort, key, name, id] = value;
    if (givenSort !== sort || typeof name !== 'string' || typeof id !== 'string') return null;
    if (sort.endsWith('name') ? key !== '' : !Number.isSafeInteger(key)) return null;
    return { value: key, name, id };
  } catch {
    return null;
  }
}
