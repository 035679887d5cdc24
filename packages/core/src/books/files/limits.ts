// What an uploaded file may hold, and how a refusal of it is made.

import { Refusal, type RefusalDetail } from '../../context/refusal.ts';

const MEBIBYTE = 1024 ** 2;
export const MOST_BYTES = 10 * MEBIBYTE;
/** Of a workbook, which is compressed. */
export const MOST_INFLATED_BYTES = 100 * MEBIBYTE;
/** Below the header. */
export const MOST_ROWS = 10_000;
export const MOST_COLUMNS = 100;
export const LONGEST_CELL = 1_000;
/** The header is among the first rows that are not empty. */
export const MOST_ROWS_ABOVE = 30;

export function fileRefusal(message: string, details: readonly RefusalDetail[] = []): Refusal {
  return new Refusal('validation_failed', message, details);
}

/** With thousands separators, as people read it. */
export function counted(count: number): string {
  return count.toLocaleString('en-GB');
}
