// A table as a CSV file for spreadsheets.

import { type Column, textOf } from './table.tsx';

/** What a spreadsheet would take for a formula gets an apostrophe before it. */
const FORMULA = /^[=+\-@\t\r]/;

export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter(({ text, instant, state }) => (text ?? instant ?? state) !== undefined);
  const lines = [
    written.map(({ head }) => field(head)),
    ...rows.map((row) => written.map((column) => field(textOf(column, row) ?? null))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export interface CsvRow {
  /** "line 3", as refusals name it. */
  place: string;
  value: Record<string, string>;
}

/** Reads CSV (RFC 4180) in the browser: the first line has the names of the columns, and an empty cell is an absent member. */
export function readCsv(text: string): CsvRow[] {
  const [head, ...records] = recordsOf(text.replace(/^\uFEFF/, ''));
  if (head === undefined) return [];
  const names = head.cells.map((cell) => cell.trim());
  return records.map(({ line, cells }) => ({
    place: `line ${line}`,
    // A cell beyond the last name is kept, so that the server refuses the row instead of losing it.
    value: Object.fromEntries(
      cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [[names[at] ?? `column ${at + 1}`, cell]])),
    ),
  }));
}

interface CsvRecord {
  line: number;
  cells: string[];
}

/** Empty lines are left out. */
function recordsOf(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let begun = 1;
  const endRecord = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) records.push({ line: begun, cells });
    cells = [];
    cell = '';
    begun = line;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\n') line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === ',') {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') endRecord();
    else if (character !== '\r') cell += character;
  }
  endRecord();
  return records;
}
