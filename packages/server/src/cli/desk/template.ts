// Prints a template: rows to fill in, as CSV that imports as it is.

import { writeCsv } from '@rf-indicators/core/desk/import/csv';
import type { Terminal } from '../terminal.ts';

type Row = Readonly<Record<string, unknown>>;

export function printTemplate(terminal: Terminal, rows: readonly Row[]): void {
  const flat = rows.map(cellsOf);
  // The act takes documents in another way, so only files have this column.
  const columns = [...new Set(flat.flatMap((row) => Object.keys(row))), 'evidence.file'];
  terminal.out(writeCsv(columns, flat));
}

/** The member title of the object evidence is the column evidence.title; lists have | between their entries. */
function cellsOf(row: Row): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [member, value] of Object.entries(row)) {
    if (Array.isArray(value)) cells[member] = value.join('|');
    else if (typeof value === 'object' && value !== null) {
      for (const [part, inner] of Object.entries(value)) cells[`${member}.${part}`] = String(inner ?? '');
    } else cells[member] = String(value ?? '');
  }
  return cells;
}
