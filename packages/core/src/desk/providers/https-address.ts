// Reads an https address from a row.

import type { RowReader } from '../import/row-reader.ts';

const LONGEST_URL = 2000;

/** An https address without user name or password; null if it is absent or invalid. */
export function readHttpsAddress(row: RowReader, member: string): string | null {
  const given = row.text(member, LONGEST_URL);
  if (given === null || isHttpsAddress(given)) return given;
  row.addProblem(member, 'not_https', 'is not an https address');
  return null;
}

export function isHttpsAddress(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}
