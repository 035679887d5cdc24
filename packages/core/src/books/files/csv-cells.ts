// Reads the rows of a CSV file: finds its encoding and its separator, and follows RFC 4180 for quotes.

import { CsvError, parse } from 'csv-parse/sync';
import { counted, fileRefusal, LONGEST_CELL, MOST_COLUMNS } from './limits.ts';
import type { RawSheet } from './table.ts';

/** In the order in which they are preferred if they divide the rows equally well: commas are also in amounts. */
const SEPARATORS = [';', '\t', '|', ','] as const;
type Separator = (typeof SEPARATORS)[number];

const SAMPLE_LENGTH = 65_536;
const NO_TYPES: ReadonlySet<number> = new Set();
/** With empty lines, which are no rows. */
const MOST_LINES = 100_000;

export function readCsv(bytes: Buffer): RawSheet {
  const { text, encoding } = decode(bytes);
  if (text.includes('\0'))
    throw fileRefusal('The file is not CSV: it contains NUL characters. Save it as CSV (UTF-8) or as XLSX.');
  const notes =
    encoding === 'windows-1252'
      ? ['The file is not UTF-8 and was read as Windows-1252. Check names with accents and umlauts.']
      : [];
  // Spreadsheet programs write and read this line; it is no row of the table.
  const declared = /^sep=([;,|\t])\r?\n/i.exec(text);
  const separator = (declared?.[1] as Separator | undefined) ?? separatorOf(text.slice(0, SAMPLE_LENGTH));
  const records = recordsOf(declared === null ? text : text.slice(declared[0].length), separator);
  const first = declared === null ? 1 : 2;
  const rows = records
    .map((cells, index) => ({
      row: index + first,
      cells: cells.map((cell) => cell.trim().normalize('NFC')),
      typed: NO_TYPES,
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { name: null, rows, notes };
}

function decode(bytes: Buffer): { text: string; encoding: string } {
  const marked = encodingOfMark(bytes);
  if (marked !== null) {
    try {
      return { text: new TextDecoder(marked, { fatal: true }).decode(bytes), encoding: marked };
    } catch {
      const name = marked.toUpperCase();
      throw fileRefusal(
        `The file says that it is ${name}, but it is not valid ${name}. Save it as CSV (UTF-8).`,
      );
    }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

/** By the byte order mark. */
function encodingOfMark([first, second, third]: Buffer): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The one that divides most rows into the same number of cells, and then the one that makes more cells. */
function separatorOf(sample: string): Separator {
  const lines: string[] = [];
  let isQuoted = false;
  let line = '';
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') {
      lines.push(line);
      line = '';
    } else if ((SEPARATORS as readonly string[]).includes(character)) line += character;
  }
  lines.push(line);
  const ranked = SEPARATORS.map((separator) => {
    const rowsOf = new Map<number, number>();
    for (const marks of lines) {
      const width = marks.split(separator).length;
      if (width > 1) rowsOf.set(width, (rowsOf.get(width) ?? 0) + 1);
    }
    const [[width, rows] = [1, 0]] = [...rowsOf].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
    return { separator, width, rows };
  });
  return ranked.sort((a, b) => b.rows - a.rows || b.width - a.width)[0]!.separator;
}

function recordsOf(text: string, delimiter: Separator): string[][] {
  let records: string[][];
  try {
    records = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // One more than is allowed shows that there are too many.
      to: MOST_LINES + 1,
      max_record_size: MOST_COLUMNS * (LONGEST_CELL + 2) * 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fileRefusal(sentenceOf(error));
  }
  if (records.length > MOST_LINES)
    throw fileRefusal(
      `The file has more than ${counted(MOST_LINES)} lines. Remove empty lines, or split it.`,
    );
  return records;
}

function sentenceOf({ code, lines }: CsvError & { lines?: number }): string {
  const line = `line ${lines}`;
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `The file is not CSV: a quotation mark is opened and never closed before the file ends (${line}).`;
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return `The file is not CSV: ${line} has a quotation mark inside a cell. Put the cell in quotation marks and double those inside.`;
    case 'CSV_MAX_RECORD_SIZE':
      return `A row of the file is too long, near ${line}. It may have a quotation mark that is never closed.`;
    default:
      return `The file is not CSV: it cannot be divided into cells, near ${line}.`;
  }
}
