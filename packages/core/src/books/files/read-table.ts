// Reads an uploaded file, CSV or XLSX, as a table of texts. Every refusal says what to do next.

import { readCsv } from './csv-cells.ts';
import { readHeader } from './header-words.ts';
import {
  counted,
  fileRefusal,
  LONGEST_CELL,
  MOST_BYTES,
  MOST_COLUMNS,
  MOST_ROWS,
  MOST_ROWS_ABOVE,
} from './limits.ts';
import type { RawSheet, Table, TableRow } from './table.ts';
import { readXlsx } from './xlsx-cells.ts';

export interface TableChoice {
  /** The name of a sheet. */
  sheet?: string;
  /** The row of the header. */
  header?: number;
}

export type TableAnswer =
  | { kind: 'table'; table: Table; sheets: string[] }
  /** Several sheets have rows, and none was chosen. */
  | { kind: 'choose_sheet'; sheets: string[] };

const NEITHER =
  'The file is neither CSV nor XLSX. Save the table as CSV (UTF-8) or as XLSX, and upload it again.';

export async function readTable(
  file: Uint8Array,
  fileName: string,
  { sheet: wanted, header }: TableChoice = {},
): Promise<TableAnswer> {
  if (file.length > MOST_BYTES)
    throw fileRefusal('The file is larger than 10 MiB. Split it, or remove what is not needed.');
  const sheets = await sheetsOf(Buffer.from(file.buffer, file.byteOffset, file.length), fileName);
  if (sheets.every(({ rows }) => rows.length === 0)) throw fileRefusal('The file is empty.');
  const names = sheets.flatMap(({ name }) => name ?? []);
  const sheet = wanted === undefined ? sheets[0]! : sheets.find(({ name }) => name === wanted);
  if (sheet === undefined)
    throw fileRefusal(`The file has no sheet "${wanted}" with rows. Choose one of: ${names.join(', ')}.`);
  if (wanted === undefined && sheets.length > 1) return { kind: 'choose_sheet', sheets: names };
  return { kind: 'table', table: tableOf(sheet, header), sheets: names };
}

/** By the content: a wrong file name is a common mistake. */
async function sheetsOf(file: Buffer, fileName: string): Promise<RawSheet[]> {
  const start = file.toString('latin1', 0, 4);
  if (start === '\xd0\xcf\x11\xe0')
    throw fileRefusal(
      'The file is an older Excel file (.xls) or has a password. Save it as XLSX without a password, and upload it again.',
    );
  if (start.startsWith('PK\x03\x04')) return readXlsx(file);
  if (!/\.(csv|tsv|tab|txt)$/i.test(fileName)) throw fileRefusal(NEITHER);
  return [readCsv(file)];
}

function tableOf({ name, rows, notes }: RawSheet, wanted: number | undefined): Table {
  const at = wanted === undefined ? headerIndex(rows) : rows.findIndex(({ row }) => row === wanted);
  if (at === -1)
    throw fileRefusal(`Row ${wanted} is empty, so it cannot be the header. Choose a row with column names.`);
  const header = rows[at]!;
  const body = rows.slice(at + 1);
  if (body.length === 0) throw fileRefusal(`There are no rows below the header in row ${header.row}.`);
  if (body.length > MOST_ROWS) {
    const [most, given] = [counted(MOST_ROWS), counted(body.length)];
    throw fileRefusal(`The table has ${given} rows. At most ${most} are read: split the file.`);
  }
  const width = Math.max(...[header, ...body].map(widthOf));
  if (width > MOST_COLUMNS)
    throw fileRefusal(
      `The table has ${counted(width)} columns. At most ${MOST_COLUMNS} are read: remove some.`,
    );
  const tooLong = [header, ...body].flatMap(({ row, cells }) =>
    cells.flatMap((cell, column) =>
      cell.length > LONGEST_CELL
        ? {
            place: `row ${row}, column ${column + 1}`,
            code: 'too_long',
            message: `has ${counted(cell.length)} characters; at most ${counted(LONGEST_CELL)} are read`,
          }
        : [],
    ),
  );
  if (tooLong.length > 0) {
    const { place, message } = tooLong[0]!;
    throw fileRefusal(`A cell is too long: ${place} ${message}.`, tooLong.slice(0, 100));
  }
  const filled = (cells: readonly string[]) =>
    Array.from({ length: width }, (_, column) => cells[column] ?? '');
  return {
    sheet: name,
    header: header.row,
    columns: filled(header.cells),
    rows: body.map((row) => ({ ...row, cells: filled(row.cells) })),
    above: rows.slice(0, at),
    notes,
  };
}

/**
 * The first row of those with most known names of columns. If no name is known, the first row of several texts and no
 * number, and otherwise the first row.
 */
function headerIndex(rows: readonly TableRow[]): number {
  const first = rows.slice(0, MOST_ROWS_ABOVE);
  const known = first.map(({ cells }) => cells.filter((cell) => readHeader(cell).field !== null).length);
  const most = Math.max(...known);
  if (most > 0) return known.indexOf(most);
  const texts = first.findIndex(
    ({ cells, typed }) =>
      typed.size === 0 &&
      cells.filter((cell) => cell !== '').length > 1 &&
      !cells.some((cell) => /^[\d.,' -]+$/.test(cell)),
  );
  return Math.max(texts, 0);
}

function widthOf({ cells }: TableRow): number {
  return cells.findLastIndex((cell) => cell !== '') + 1;
}
