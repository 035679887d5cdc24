// Prints tables and counts.

import type { Terminal } from './terminal.ts';

/** Prints rows in columns as wide as their longest cell. */
export function printTable(terminal: Terminal, header: readonly string[], rows: readonly string[][]): void {
  const widths = header.map((name, column) =>
    rows.reduce((width, row) => Math.max(width, row[column]!.length), name.length),
  );
  for (const row of [header, ...rows]) {
    terminal.out(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** "1 proposal", "3 proposals". */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
