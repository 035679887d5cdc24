// GET /scores.csv: the rows that the Scores page shows, of all its pages, with the members of the public list.

import type { Review } from '@rf-indicators/contract';
import { writeCsv } from '@rf-indicators/core/desk/import/csv';
import { parseAsWritten } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import type { RenderedRow } from '../../rows.ts';

export const CSV_COLUMNS = [
  ...[
    'name',
    'slug',
    'planner_type',
    'provider_subtype',
    'final_score',
    'risk_band',
    'yield_min',
    'yield_max',
  ],
  ...['scored_at', 'stale', 'stale_reason', 'review', 'verification_id', 'id'],
];

export function scoresCsv(lines: readonly Record<string, string>[]): string {
  return `${writeCsv(CSV_COLUMNS, lines)}\r\n`;
}

/** Figures keep the digits that the API sends. */
export function csvLine({ publicRow }: RenderedRow): Record<string, string> {
  const given = parseAsWritten(publicRow) as Record<string, unknown> & { review: Review | null };
  // The direction, for a cell.
  const members: Record<string, unknown> = { ...given, review: given.review?.direction ?? null };
  return Object.fromEntries(CSV_COLUMNS.map((column) => [column, cellText(members[column])]));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
