// A table of texts, as it was read from a file.

export interface TableRow {
  /** As the spreadsheet program counts it, from 1. */
  row: number;
  /** Trimmed and in NFC; empty texts fill the row up. */
  cells: string[];
  /** The columns whose cell is a number or a date of a spreadsheet. Its text is a plain decimal or YYYY-MM-DD. */
  typed: ReadonlySet<number>;
}

export interface Table {
  /** Null for CSV. */
  sheet: string | null;
  header: number;
  columns: string[];
  rows: TableRow[];
  /** The rows above the header, which are not read. */
  above: TableRow[];
  /** What somebody should know about how the file was read. */
  notes: string[];
}

/** The rows of a file before its header is known. Empty rows are left out. */
export interface RawSheet {
  name: string | null;
  rows: TableRow[];
  notes: string[];
}
