// Writes a sheet as CSV, in portions, so that the thread can do other work in between.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { SPREADSHEETS } from '@rf-indicators/contract';
import { csvRecord } from '@rf-indicators/core/desk/import/csv';
import type { Chunks } from '../body.ts';
import type { Sheet } from './sheet.ts';

/** Some milliseconds. */
const ROWS_AT_ONCE = 500;

/** Without a byte order mark: programs would take it for a part of the first name. */
export async function sheetCsv({ name, rows }: Sheet): Promise<Chunks> {
  const chunks = [Buffer.from(`${csvRecord(SPREADSHEETS[name].columns.map((column) => column.name))}\r\n`)];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const lines = rows.slice(at, at + ROWS_AT_ONCE).map((cells) => `${csvRecord(cells)}\r\n`);
    chunks.push(Buffer.from(lines.join('')));
    await nextTurn();
  }
  return chunks;
}
