// Compares two framework files. Entries are matched by id, not by position, so that adding or moving an entry
// does not make all later entries look changed.

import { canonicalJson, isObject, type JsonValue } from '../json/canonical.ts';
import type { MethodologyDocument } from './document.ts';

export interface MethodologyDifference {
  /** The location, by ids: "criteria/reserve_coverage/weight". */
  place: string;
  /** Canonical JSON of the value; null if there was none. */
  before: string | null;
  after: string | null;
}

export function methodologyDifferences(
  before: MethodologyDocument,
  after: MethodologyDocument,
): MethodologyDifference[] {
  const differences: MethodologyDifference[] = [];
  compare(before, after, '', differences);
  return differences;
}

function compare(before: unknown, after: unknown, place: string, found: MethodologyDifference[]): void {
  const left = byName(before);
  const right = byName(after);
  if (left === null || right === null) {
    if (text(before) !== text(after)) found.push({ place, before: text(before), after: text(after) });
    return;
  }
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    compare(left.get(name), right.get(name), place === '' ? name : `${place}/${name}`, found);
  }
  const shared = (these: Map<string, unknown>, those: Map<string, unknown>) =>
    [...these.keys()].filter((name) => those.has(name)).join(' ');
  if (Array.isArray(before) && shared(left, right) !== shared(right, left)) {
    found.push({ place: `${place} (order)`, before: shared(left, right), after: shared(right, left) });
  }
}

/** The members of an object, the entries of a list by id, or pairs by name, such as bands and options. */
function byName(value: unknown): Map<string, unknown> | null {
  if (isObject(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every((entry) => isObject(entry) && typeof entry.id === 'string')) {
    return new Map(value.map((entry) => [entry.id, entry]));
  }
  if (value.every((entry) => Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string')) {
    return new Map(value);
  }
  return null;
}

function text(value: unknown): string | null {
  return value === undefined ? null : canonicalJson(value as JsonValue);
}
