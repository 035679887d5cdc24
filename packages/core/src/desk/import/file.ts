// Files of rows, in JSON or CSV. Each row keeps its place in the file, so that a refusal can name it.

import { readJson } from '@rf-indicators/engine';
import { CsvError, parse } from 'csv-parse/sync';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';

export interface Row {
  /** "line 3" of a CSV file, the pointer "/2" in JSON. */
  place: string;
  value: unknown;
}

export type FileFormat = 'json' | 'csv';

/** Values that come from no file; their places are pointers. */
export function asRows(values: readonly unknown[]): Row[] {
  return values.map((value, index) => ({ place: `/${index}`, value }));
}

/** The place of a member of a row. */
export function placeOf(row: string, member: string): string {
  // A single record has no place of its own; its members are named by pointers.
  return row === '' || row.startsWith('/') ? `${row}/${member}` : `${row}, ${member}`;
}

export function formatOf(fileName: string): FileFormat {
  return /\.csv$/i.test(fileName) ? 'csv' : 'json';
}

export function readRows(text: string, format: FileFormat): Row[] {
  return format === 'csv' ? readCsvRows(text) : readJsonRows(text);
}

function readJsonRows(text: string): Row[] {
  let file: ReturnType<typeof readJson>;
  try {
    file = readJson(text);
  } catch (error) {
    throw new Refusal('validation_failed', `The file is not JSON: ${(error as Error).message}.`);
  }
  if (!Array.isArray(file.value)) throw new Refusal('validation_failed', 'The file is not a JSON array.');
  refuse(
    file.duplicates.map((place) => ({ place, code: 'duplicate_member', message: 'appears twice; keep one' })),
  );
  return asRows(file.value);
}

/**
 * The first line names the columns. A column `evidence.title` is the member `title` of the object `evidence`;
 * an empty cell is a member that is not there.
 */
function readCsvRows(text: string): Row[] {
  const [header, ...records] = parseCsv(text);
  if (header === undefined) throw new Refusal('validation_failed', 'The file has no line with column names.');
  const columns = header.cells.map((name) => name.trim());
  const faults: RefusalDetail[] = [];
  for (const [index, name] of columns.entries()) {
    const fault = columnFault(columns, name, index);
    if (fault) faults.push({ place: `line ${header.line}, column ${index + 1}`, ...fault });
  }
  for (const { line, cells } of records) {
    if (cells.length === columns.length) continue;
    const message = `has ${cells.length} cells, but there are ${columns.length} columns`;
    faults.push({ place: `line ${line}`, code: 'wrong_cell_count', message });
  }
  refuse(faults);
  return records.map(({ line, cells }) => ({ place: `line ${line}`, value: nest(columns, cells) }));
}

interface CsvRecord {
  /** Where it begins: a quoted cell may run over several lines. */
  line: number;
  cells: string[];
}

function parseCsv(text: string): CsvRecord[] {
  let parsed: { record: string[]; info: { lines: number } }[];
  try {
    parsed = parse(text, { bom: true, info: true, relax_column_count: true }) as unknown as typeof parsed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Refusal('validation_failed', `The file is not CSV: ${error.message}.`);
  }
  let ended = 0;
  const records: CsvRecord[] = [];
  for (const { record, info } of parsed) {
    const isEmpty = record.every((cell) => cell.trim() === '');
    if (!isEmpty) records.push({ line: ended + 1, cells: record });
    ended = info.lines;
  }
  return records;
}

function columnFault(
  columns: readonly string[],
  name: string,
  index: number,
): { code: string; message: string } | null {
  if (!/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/.test(name) || /(^|\.)(constructor|prototype)$/.test(name)) {
    return { code: 'bad_column', message: `"${name}" cannot name a column` };
  }
  if (columns.indexOf(name) < index) {
    return { code: 'duplicate_column', message: `"${name}" appears twice; keep one` };
  }
  if (columns.some((other) => other.startsWith(`${name}.`))) {
    return { code: 'bad_column', message: `"${name}" cannot be a column beside columns that are its parts` };
  }
  return null;
}

function nest(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]!;
    if (cell.trim() === '') continue;
    const [name, part] = column.split('.') as [string, string?];
    if (part === undefined) row[name] = cell;
    else {
      row[name] ??= {};
      (row[name] as Record<string, unknown>)[part] = cell;
    }
  }
  return row;
}

/** Nothing is taken from a file with a fault in it; all its faults are told. */
export function refuse(faults: readonly RefusalDetail[], what = 'Nothing was taken'): void {
  if (faults.length === 0) return;
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
  throw new Refusal('validation_failed', `${what}: ${count}.`, faults);
}
