// Reads rows from a JSON or CSV file. Each row keeps its place in the file, so that a refusal can point to it.

import { readJson } from '@rf-indicators/engine';
import { CsvError, parse } from 'csv-parse/sync';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { asRows, type Row, refuse } from './rows.ts';

export type FileFormat = 'json' | 'csv';

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
 * The first line has the column names. The column `evidence.title` is the member `title` of the object `evidence`;
 * an empty cell is an absent member.
 */
function readCsvRows(text: string): Row[] {
  const [header, ...records] = parseCsv(text);
  if (header === undefined)
    throw new Refusal('validation_failed', 'The file is empty. Its first line must have the column names.');
  const columns = header.cells.map((name) => name.trim());
  const problems: RefusalDetail[] = [];
  for (const [index, name] of columns.entries()) {
    const problem = columnProblem(columns, name, index);
    if (problem) problems.push({ place: `line ${header.line}, column ${index + 1}`, ...problem });
  }
  for (const { line, cells } of records) {
    if (cells.length === columns.length) continue;
    const message = `has the wrong number of cells: ${cells.length} instead of ${columns.length}`;
    problems.push({ place: `line ${line}`, code: 'wrong_cell_count', message });
  }
  refuse(problems);
  return records.map(({ line, cells }) => ({ place: `line ${line}`, value: nest(columns, cells) }));
}

interface CsvRecord {
  /** Its first line, because a quoted cell may span several lines. */
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

function columnProblem(
  columns: readonly string[],
  name: string,
  index: number,
): { code: string; message: string } | null {
  if (!/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/.test(name) || /(^|\.)(constructor|prototype)$/.test(name)) {
    return { code: 'bad_column', message: `"${name}" is not a valid column name` };
  }
  if (columns.indexOf(name) < index) {
    return { code: 'duplicate_column', message: `"${name}" appears twice; keep one` };
  }
  if (columns.some((other) => other.startsWith(`${name}.`))) {
    return { code: 'bad_column', message: `"${name}" cannot be a column if there are columns ${name}.…` };
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
