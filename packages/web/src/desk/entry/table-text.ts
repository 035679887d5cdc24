// Reads rows from a spreadsheet: pasted cells with tabs between them, or a CSV file such as the sheet of a due list.

import { CELLS, type Cell, type EntryRow, newRow } from './draft.ts';

type Given = Partial<Omit<EntryRow, 'key'>>;

/** Headings, as sheets and people write them, and the cell that each means. */
const HEADINGS: Readonly<Record<string, Cell | 'kind' | 'title' | 'url'>> = {
  confirmation: 'confirmation',
  shared_reason: 'shared_reason',
  region: 'region',
  'evidence.region': 'region',
  provider: 'subject',
  currency: 'subject',
  input: 'input',
  value: 'value',
  result: 'value',
  grade: 'grade',
  'evidence.grade': 'grade',
  date: 'evidence_date',
  'evidence date': 'evidence_date',
  'evidence.evidence_date': 'evidence_date',
  page: 'page',
  'evidence.page': 'page',
  quote: 'quote',
  'evidence.quote': 'quote',
  'note for the reviewer': 'note',
  'evidence.kind': 'kind',
  'evidence.title': 'title',
  'evidence.url': 'url',
};

export function isTable(text: string): boolean {
  return /[\t\n]/.test(text.trim());
}

/** The rows of pasted cells; without headings they begin at the cell that has the focus. */
export function pastedRows(text: string, first: Cell): EntryRow[] {
  return rowsOf(cellsOf(text, '\t'), first);
}

/** Null if the first line has no heading that the grid knows. */
export function fileRows(text: string): EntryRow[] | null {
  const [head = ''] = text.split('\n', 1);
  const lines = cellsOf(text, head.includes('\t') ? '\t' : ',');
  const headings = lines[0] ?? [];
  const isKnown = headings.some((name) => columnOf(name) === 'input');
  return isKnown ? rowsOf(lines, 'subject') : null;
}

function columnOf(heading: string) {
  return HEADINGS[heading.trim().toLowerCase()];
}

function rowsOf(lines: readonly string[][], first: Cell): EntryRow[] {
  const [head = []] = lines;
  const hasHead = head.filter((name) => columnOf(name) !== undefined).length >= 2;
  const columns = hasHead ? head.map(columnOf) : CELLS.slice(CELLS.indexOf(first));
  return (hasHead ? lines.slice(1) : lines)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .map((cells) => newRow(rowOf(cells, columns)));
}

function rowOf(cells: readonly string[], columns: readonly (keyof Given | undefined)[]): Given {
  const row: Given = {};
  for (const [index, column] of columns.entries()) {
    const text = cells[index]?.trim() ?? '';
    // A sheet has a column for providers and one for currencies, and a row has one of them.
    if (column !== undefined && text !== '') row[column] = column === 'value' ? inputText(text) : text;
  }
  return row;
}

/** Spreadsheets write true as TRUE. */
function inputText(text: string): string {
  return /^(true|false|unchanged)$/i.test(text) ? text.toLowerCase() : text;
}

/** Cells in quotes may have separators, line breaks and doubled quotes. */
function cellsOf(text: string, separator: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const source = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      lines.push([...cells, cell]);
      cells = [];
      cell = '';
    } else cell += sign;
  }
  if (cell !== '' || cells.length > 0) lines.push([...cells, cell]);
  return lines;
}
