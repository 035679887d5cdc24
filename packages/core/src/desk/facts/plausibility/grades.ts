// The grade of evidence follows from the kind of its document and from who issued it.

import type { EntryChecksDocument } from './document.ts';

export interface GradedDocument {
  kind: string;
  /** null: the usual one for the kind. */
  source: string | null;
}

/** null for a kind that the document of entry checks does not have. */
export function usualSource({ kinds }: EntryChecksDocument, kind: string): string | null {
  return Object.keys(kinds[kind.toLowerCase()] ?? {})[0] ?? null;
}

/** The best grade that needs no reason. */
export function gradeThatFollows(checks: EntryChecksDocument, { kind, source }: GradedDocument): string {
  const issuer = source ?? usualSource(checks, kind);
  return checks.kinds[kind.toLowerCase()]?.[issuer ?? ''] ?? checks.otherwise;
}

/** Grades that need a quote, or a place on a page: whoever reads the document must find what supports the value. */
export const GRADES_WITH_PLACE: readonly string[] = ['A', 'B', 'C'];
