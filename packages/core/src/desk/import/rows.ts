// Rows that somebody gives, from a file or a page. Each keeps its place, so that a refusal can point to it.

import { Refusal, type RefusalDetail } from '../../context/refusal.ts';

export interface Row {
  /** "line 3" in a CSV file, or the pointer "/2" in JSON. */
  place: string;
  value: unknown;
}

/** Rows for values that do not come from a file; their places are JSON pointers. */
export function asRows(values: readonly unknown[]): Row[] {
  return values.map((value, index) => ({ place: `/${index}`, value }));
}

/** The place of a member of a row. */
export function placeOf(row: string, member: string): string {
  // A single record has the place "", so its members have pointers too.
  return row === '' || row.startsWith('/') ? `${row}/${member}` : `${row}, ${member}`;
}

/** Throws a refusal with all the problems, if there are any. */
export function refuse(problems: readonly RefusalDetail[], what = 'Nothing was saved'): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new Refusal('validation_failed', `${what}: ${count}.`, problems);
}
