// Checks the members of a package that are hashed but not scored: references to evidence and approvals, and facts.

import { isObject } from '../json/canonical.ts';
import { step } from '../json/pointer.ts';

const REFERENCES = ['evidence', 'approval'];
const FACT_MEMBERS = ['value', 'grade', 'evidence_date', ...REFERENCES];

/** A pointer to the first malformed reference or fact of a package; null if there is none. */
export function firstMalformedReference(content: Record<string, unknown>, pointer: string): string | null {
  for (const group of ['gates', 'inputs']) {
    for (const [id, entry] of sortedEntries(content[group])) {
      const malformed = firstMalformedOf(entry, `${pointer}/${group}${step(id)}`);
      if (malformed !== null) return malformed;
    }
  }
  // Packages have facts only since the service records them.
  if (!Object.hasOwn(content, 'facts')) return null;
  const { facts } = content;
  if (!isObject(facts)) return `${pointer}/facts`;
  for (const [id, fact] of sortedEntries(facts)) {
    const malformed = firstMalformedInFact(fact, `${pointer}/facts${step(id)}`);
    if (malformed !== null) return malformed;
  }
  return null;
}

function firstMalformedInFact(fact: unknown, pointer: string): string | null {
  if (!isObject(fact)) return pointer;
  if (typeof fact.value !== 'string') return `${pointer}/value`;
  for (const name of FACT_MEMBERS) {
    if (!Object.hasOwn(fact, name)) return `${pointer}/${name}`;
  }
  for (const name of ['grade', 'evidence_date']) {
    if (fact[name] !== null && typeof fact[name] !== 'string') return `${pointer}/${name}`;
  }
  const malformed = firstMalformedOf(fact, pointer);
  if (malformed !== null) return malformed;
  const unknown = Object.keys(fact)
    .sort()
    .find((name) => !FACT_MEMBERS.includes(name));
  return unknown === undefined ? null : pointer + step(unknown);
}

/** Entries that are not objects, or have no references, are left to the check of the inputs. */
function firstMalformedOf(entry: unknown, pointer: string): string | null {
  if (!isObject(entry)) return null;
  for (const name of REFERENCES) {
    if (Object.hasOwn(entry, name) && !isReference(entry[name])) return `${pointer}/${name}`;
  }
  return null;
}

function isReference(value: unknown): boolean {
  if (value === null) return true;
  return isObject(value) && Object.values(value).every(isReferenceMember);
}

function isReferenceMember(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return value === null || typeof value === 'string';
}

/** Sorted, so that every implementation finds the same member first. */
function sortedEntries(value: unknown): [string, unknown][] {
  if (!isObject(value)) return [];
  return Object.keys(value)
    .sort()
    .map((id) => [id, value[id]]);
}
