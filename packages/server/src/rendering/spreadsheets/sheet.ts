// A spreadsheet before it is written as CSV or XLSX.

import type { Column, SpreadsheetName } from '@rf-indicators/contract';

/** Each as the API writes the value in JSON, without the quotes of texts. */
export type Cells = readonly (string | null)[];

export interface Sheet {
  name: SpreadsheetName;
  rows: readonly Cells[];
  /** What a reader should know of the file, as labels and values. */
  about: readonly (readonly [label: string, value: string])[];
}

export type WriteXlsx = (sheet: Sheet) => Promise<Uint8Array<ArrayBuffer>>;

/** `row` is of JSON that was parsed with the digits of its numbers. */
export function cellsOf(columns: readonly Column[], row: object): Cells {
  return columns.map(({ name, member = name }) => cellText(valueAt(row, member)));
}

function valueAt(row: object, member: string): unknown {
  let value: unknown = row;
  for (const part of member.split('.')) value = (value as Record<string, unknown> | null)?.[part];
  return value;
}

function cellText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
