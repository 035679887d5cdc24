// A table as a CSV file for spreadsheets.

import type { Column } from './table.tsx';

/** What a spreadsheet would take for a formula gets an apostrophe before it. */
const FORMULA = /^[=+\-@\t\r]/;

export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter(({ text }) => text !== undefined);
  const lines = [
    written.map(({ head }) => field(head)),
    ...rows.map((row) => written.map(({ text }) => field(text!(row)))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
