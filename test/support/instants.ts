// Numbers in a body that can only be instants: milliseconds since 1970 that a clock of our days shows.

const FIRST = Date.parse('2015-01-01T00:00:00Z');
const LAST = Date.parse('2100-01-01T00:00:00Z');

/** The places of numbers that look like instants: no count, size or amount of ours is in this range. */
export function epochNumbersIn(value: unknown, place = ''): string[] {
  if (typeof value === 'number') return value >= FIRST && value < LAST ? [`${place} is ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => epochNumbersIn(member, `${place}/${name}`));
}
