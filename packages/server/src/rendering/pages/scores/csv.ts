// GET /scores.csv: the rows that the Scores page shows, of all its pages, with the members of the public list.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeCsv } from '@rf-indicators/core/desk/import/csv';
import { inPortions } from '@rf-indicators/core/store/bulk';
import type { RenderedRow } from '../../rows.ts';
import { parseAsWritten } from '../../wire/numbers.ts';

const COLUMNS = [
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
  ...['scored_at', 'stale', 'stale_reason', 'verification_id', 'id'],
];

const BATCH_SIZE = 500;

/** Figures keep the digits that the API sends. Made in batches, so that the thread can do other work in between. */
export async function scoresCsv(rows: readonly RenderedRow[]): Promise<string> {
  const lines: Record<string, string>[] = [];
  for (const portion of inPortions(rows, BATCH_SIZE)) {
    lines.push(...portion.map(lineOf));
    await nextTurn();
  }
  return `${writeCsv(COLUMNS, lines)}\r\n`;
}

function lineOf({ publicRow }: RenderedRow): Record<string, string> {
  const members = parseAsWritten(publicRow) as Record<string, unknown>;
  return Object.fromEntries(COLUMNS.map((column) => [column, cellText(members[column])]));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
