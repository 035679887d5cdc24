// Writes sheets as an Excel workbook, with a last sheet that explains them. Cells have types, so no text becomes a formula. The
// library is loaded with the first file.

import { type ColumnType, SPREADSHEETS } from '@rf-indicators/contract';
import type { Cell } from 'write-excel-file/node';
import type { Cells, Sheet } from './sheet.ts';
import { withoutZipTimes } from './zip-times.ts';

/** An amount has any number of digits. */
export type CellType = ColumnType | 'amount';

export interface TypedColumn {
  name: string;
  type: CellType;
  meaning: string;
}

/** A sheet of a workbook: the cells of each row are texts, as the API writes values in JSON. */
export interface Tab {
  title: string;
  columns: readonly TypedColumn[];
  rows: readonly Cells[];
}

/** In characters. */
const WIDTHS: Readonly<Record<CellType, number>> = {
  ...{ text: 24, decimal: 14, integer: 14, boolean: 10, date: 12, instant: 20, amount: 22 },
};
const ABOUT_WIDTHS = [22, 90, 12];

export function writeXlsx({ name, rows, about }: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const { title, columns } = SPREADSHEETS[name];
  return writeWorkbook([{ title, columns, rows }], about);
}

/** The same content gives the same bytes. */
export async function writeWorkbook(
  tabs: readonly Tab[],
  about: Sheet['about'],
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: write } = await import('write-excel-file/node');
  const workbook = write([
    ...tabs.map(({ title, columns, rows }) => ({
      sheet: title,
      data: [columns.map((column) => heading(column.name)), ...rows.map((cells) => cellsOf(columns, cells))],
      stickyRowsCount: 1,
      columns: columns.map(({ type }) => ({ width: WIDTHS[type] })),
    })),
    { sheet: 'About', data: aboutRows(about, tabs), columns: ABOUT_WIDTHS.map((width) => ({ width })) },
  ]);
  return withoutZipTimes(new Uint8Array(await workbook.toBuffer()));
}

function cellsOf(columns: readonly TypedColumn[], cells: Cells): Cell[] {
  return columns.map(({ type }, at) => {
    const text = cells[at] ?? null;
    return text === null ? null : cellOf(type, text);
  });
}

function cellOf(type: CellType, text: string): Cell {
  switch (type) {
    case 'text':
      return textCell(text);
    case 'decimal':
      return { type: Number, value: Number(text), format: '0.00' };
    case 'integer':
      return { type: Number, value: Number(text), format: '0' };
    case 'boolean':
      return { type: Boolean, value: text === 'true' };
    case 'date':
      return { type: Date, value: new Date(text), format: 'yyyy-mm-dd' };
    case 'instant':
      return { type: Date, value: new Date(text), format: 'yyyy-mm-dd hh:mm:ss' };
    case 'amount':
      return isExactNumber(text)
        ? { type: Number, value: Number(text), format: '#,##0.00######' }
        : textCell(text);
  }
}

/** Spreadsheet programs keep 15 digits of a number: an amount with more would be another one. */
const EXACT_DIGITS = 15;

export function isExactNumber(amount: string): boolean {
  return amount.replace(/[-.]/g, '').replace(/^0+/, '').length <= EXACT_DIGITS;
}

/** The library leaves out what XML cannot contain, such as control characters. */
function textCell(text: string): Cell {
  return { type: String, value: text };
}

function heading(text: string): Cell {
  return { type: String, value: text, fontWeight: 'bold' };
}

function aboutRows(about: Sheet['about'], tabs: readonly Tab[]): Cell[][] {
  return [
    ...about.map(([label, value]) => [heading(label), { ...textCell(value), wrap: true } as Cell]),
    ...tabs.flatMap(({ title, columns }) => [
      [],
      ...(tabs.length === 1 ? [] : [[heading(title)]]),
      ['Column', 'Meaning', 'Type'].map(heading),
      ...columns.map(({ name, meaning, type }) => [name, meaning, type].map(textCell)),
    ]),
  ];
}
