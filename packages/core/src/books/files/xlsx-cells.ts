// Reads the rows of each sheet of an XLSX workbook. Formulas are read by the value that is stored with them.

import { counted, fileRefusal } from './limits.ts';
import { safeParts } from './safe-workbook.ts';
import { spreadsheetNumber } from './spreadsheet-number.ts';
import type { RawSheet, TableRow } from './table.ts';
import { damaged, unzip, zipStored } from './unzip.ts';

const WORKBOOK = 'xl/workbook.xml';
/** Sheets that somebody could choose from. */
const MOST_SHEETS = 100;
const FIRST_DATE = Date.UTC(1900, 0, 1);

/** The sheets that are not empty. */
export async function readXlsx(bytes: Buffer): Promise<RawSheet[]> {
  const parts = unzip(bytes, (name) => /\.(xml|rels)$/.test(name));
  if (!parts.has(WORKBOOK)) throw damaged();
  const sheets = await sheetsOf(zipStored(safeParts(parts)));
  if (sheets.length > MOST_SHEETS) throw fileRefusal(`The workbook has more than ${MOST_SHEETS} sheets.`);
  return sheets.map(({ sheet, data }) => rawSheet(sheet, data ?? [])).filter(({ rows }) => rows.length > 0);
}

/** The text of a number as the file has it. */
interface NumberText {
  number: string;
}

type Cell = string | boolean | Date | NumberText | null;

/** A chart sheet has no data. */
async function sheetsOf(file: Buffer): Promise<{ sheet: string; data?: Cell[][] }[]> {
  // Few processes ever read a workbook.
  const { default: readXlsxFile } = await import('read-excel-file/universal');
  try {
    const parseNumber = (text: string): NumberText => ({ number: text });
    const copy = new Uint8Array(file).buffer;
    return (await readXlsxFile(copy, { trim: false, parseNumber })) as unknown as {
      sheet: string;
      data?: Cell[][];
    }[];
  } catch {
    // Whatever stops the library, the file is one that a spreadsheet program would not have written.
    throw damaged();
  }
}

function rawSheet(name: string, data: readonly (readonly Cell[])[]): RawSheet {
  let rounded = 0;
  const rows: TableRow[] = [];
  for (const [index, given] of data.entries()) {
    const typed = new Set<number>();
    const cells = given.map((cell, column) => {
      const read = readCell(cell);
      if (read.isTyped) typed.add(column);
      if (read.isRounded) rounded += 1;
      return read.text;
    });
    if (cells.some((text) => text !== '')) rows.push({ row: index + 1, cells, typed });
  }
  return { name, rows, notes: rounded === 0 ? [] : [roundingNote(rounded)] };
}

function roundingNote(count: number): string {
  const numbers = count === 1 ? '1 number has' : `${counted(count)} numbers have`;
  return `${numbers} more than 15 significant digits in the file. They were read with 15, as spreadsheet programs show them.`;
}

interface ReadCell {
  text: string;
  isTyped?: true;
  isRounded?: boolean;
}

function readCell(cell: Cell): ReadCell {
  if (cell === null) return { text: '' };
  if (typeof cell === 'string') return { text: cell.trim().normalize('NFC') };
  if (typeof cell === 'boolean') return { text: String(cell) };
  if (cell instanceof Date) return dateCell(cell);
  const number = spreadsheetNumber(cell.number);
  return number === null ? { text: cell.number.trim() } : { ...number, isTyped: true };
}

/** The time of the day is left out. A time without a day is before the first date that spreadsheets know. */
function dateCell(date: Date): ReadCell {
  if (Number.isNaN(date.getTime())) return { text: '#DATE!' };
  const [day, time] = date.toISOString().split('T') as [string, string];
  return date.getTime() < FIRST_DATE ? { text: time.slice(0, 8) } : { text: day, isTyped: true };
}
