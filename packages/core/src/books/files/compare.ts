// Compares the positions of a book with those of another upload.

import type { BookPosition } from '../contents.ts';
import { parseAmount } from '../figures/amounts.ts';
import { isFromName, nameKey } from './position.ts';

export interface FieldChange {
  field: keyof BookPosition;
  from: BookPosition[keyof BookPosition];
  to: BookPosition[keyof BookPosition];
}

export interface Comparison {
  added: BookPosition[];
  removed: BookPosition[];
  changed: { before: BookPosition; after: BookPosition; fields: FieldChange[] }[];
  unchanged: number;
}

const COMPARED = [
  'id',
  'name',
  'provider',
  'currency',
  'gross',
  'collateral',
  'net',
  'group',
  'maturity',
  'note',
  'tags',
] as const satisfies (keyof BookPosition)[];
const AMOUNTS: ReadonlySet<string> = new Set(['gross', 'collateral', 'net']);

/** By reference. Positions of which at least one has no reference are matched by name, currency and group. */
export function comparePositions(
  before: readonly BookPosition[],
  after: readonly BookPosition[],
): Comparison {
  const pairs = new Map<BookPosition, BookPosition>();
  const byId = new Map(before.map((position) => [position.id, position]));
  for (const position of after) {
    const same = byId.get(position.id);
    if (same !== undefined) pairs.set(position, same);
  }
  const matched = new Set(pairs.values());
  const rest = Map.groupBy(
    before.filter((position) => !matched.has(position)),
    nameKey,
  );
  for (const position of after) {
    if (pairs.has(position)) continue;
    const candidates = rest.get(nameKey(position)) ?? [];
    // Two different references are two different positions.
    const at = candidates.findIndex((candidate) => isFromName(candidate) || isFromName(position));
    if (at !== -1) pairs.set(position, candidates.splice(at, 1)[0]!);
  }
  const kept = new Set(pairs.values());
  const changed = [...pairs].flatMap(([to, from]) => {
    const fields = changesOf(from, to);
    return fields.length === 0 ? [] : { before: from, after: to, fields };
  });
  return {
    added: after.filter((position) => !pairs.has(position)),
    removed: before.filter((position) => !kept.has(position)),
    changed,
    unchanged: pairs.size - changed.length,
  };
}

function changesOf(before: BookPosition, after: BookPosition): FieldChange[] {
  return COMPARED.flatMap((field) => {
    const [from, to] = [before[field], after[field]];
    return isSame(field, from, to) ? [] : { field, from, to };
  });
}

/** 1.5 and 1.50 are the same amount, and tags have no order. */
function isSame(field: string, from: FieldChange['from'], to: FieldChange['to']): boolean {
  if (from === null || to === null) return from === to;
  if (Array.isArray(from) && Array.isArray(to))
    return JSON.stringify(from.toSorted()) === JSON.stringify(to.toSorted());
  if (AMOUNTS.has(field)) return parseAmount(String(from)) === parseAmount(String(to));
  return from === to;
}
