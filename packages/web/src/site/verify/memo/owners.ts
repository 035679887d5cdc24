// Which id of a sentence or row a name, a score or a band belongs to.

import type { Place, WrittenId } from './claims.ts';

/**
 * With as many of them as ids, the first belongs to the first and so on. Otherwise each belongs to the nearest id; an id in
 * parentheses is the id of what stands before it.
 */
export function ownersOf(places: readonly Place[], ids: readonly WrittenId[]): number[] {
  if (places.length === ids.length) return places.map((_, index) => index);
  return places.map((place) => {
    const distances = ids.map((id) => distance(place, id));
    return distances.indexOf(Math.min(...distances));
  });
}

/** Larger than any distance within a text. */
const FAR = 1e9;

export function distance(place: Place, id: WrittenId): number {
  if (place.end <= id.at) return id.at - place.end;
  return place.at - id.end + (id.isInParentheses ? FAR : 0);
}
