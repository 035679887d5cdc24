// Writes a sheet as an Excel workbook, with a second sheet that explains it. Cells have types, so no text becomes a formula. The
// library is loaded with the first file.

import { type Column, type ColumnType, SPREADSHEETS } from '@rf-indicators/contract';
import type { Cell } from 'write-excel-file/node';
import type { Cells, Sheet } from './sheet.ts';
import { withoutZipTimes } from './zip-times.ts';

/** In characters. */
const WIDTHS: Readonly<Record<ColumnType, number>> = {
  ...{ text: 24, decimal: 14, integer: 14, boolean: 10, date: 12, instant: 20 },
};
const ABOUT_WIDTHS = [22, 90, 12];

/** The same content gives the same bytes. */
export async function writeXlsx({ name, rows, about }: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const { default: write } = await import('write-excel-file/node');
  const { title, columns } = SPREADSHEETS[name];
  const data = [
    columns.map((column) => heading(column.name)),
    ...rows.map((cells) => cellsOf(columns, cells)),
  ];
  const workbook = write([
    { sheet: title, data, stickyRowsCount: 1, columns: columns.map(({ type }) => ({ width: WIDTHS[type] })) },
    { sheet: 'About', data: aboutRows(about, columns), columns: ABOUT_WIDTHS.map((width) => ({ width })) },
  ]);
  return withoutZipTimes(new Uint8Array(await workbook.toBuffer()));
}

function cellsOf(columns: readonly Column[], cells: Cells): Cell[] {
  return columns.map(({ type }, at) => {
    const text = cells[at] ?? null;
    return text === null ? null : cellOf(type, text);
  });
}

function cellOf(type: ColumnType, text: string): Cell {
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
  }
}

/** The library leaves out what XML cannot contain, such as control characters. */
function textCell(text: string): Cell {
  return { type: String, value: text };
}

function heading(text: string): Cell {
  return { type: String, value: text, fontWeight: 'bold' };
}

function aboutRows(about: Sheet['about'], columns: readonly Column[]): Cell[][] {
  return [
    ...about.map(([label, value]) => [heading(label), { ...textCell(value), wrap: true } as Cell]),
    [],
    ['Column', 'Meaning', 'Type'].map(heading),
    ...columns.map(({ name, meaning, type }) => [name, meaning, type].map(textCell)),
  ];
}
