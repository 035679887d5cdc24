import type { RowReader } from '../import/row-reader.ts';

const LONGEST_URL = 2000;

/** An https address without a name or password in it; null where there is none, or a wrong one, which is noted. */
export function readHttpsAddress(row: RowReader, member: string): string | null {
  const given = row.text(member, LONGEST_URL);
  if (given === null) return null;
  const url = URL.parse(given);
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return given;
  row.fault(member, 'not_https', 'is not an https address');
  return null;
}
