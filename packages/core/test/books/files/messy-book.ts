// A book as customers have it: 40 names in several spellings, with a vehicle of a scored provider, two unknown names and one
// whose indicator was withdrawn. One name is stated twice, one amount is negative, one is missing, and the last row is a sum.

import { type TestCell, workbook } from './workbook.ts';

export const HEADER = [
  'Kontrahent',
  'LEI',
  'Währung',
  'Brutto',
  'Sicherheit',
  'Netto',
  'Konzern',
  'Fälligkeit',
  'Limit',
  'Bemerkung',
];

/** The names of providers that the resolver of the tests knows are marked with what it finds. */
export const NAMES = [
  ['Alderbrook Custody AG', 'exact'],
  ['ALDERBROOK  CUSTODY AG', 'exact'],
  ['Alderbrook Custdy', 'similar'],
  ['Alderbrook SPV 2024-1 Ltd', 'similar'],
  ['Bergmann & Söhne Bankhaus', 'exact'],
  ['Bergmann & Soehne', 'former_or_other_name'],
  ['Castellan Digital', 'exact'],
  ['Castellan (formerly Keepsafe)', 'similar'],
  ['Keepsafe Inc.', 'former_or_other_name'],
  ['Dorn-Vault GmbH', 'exact'],
  ['Dorn–Vault GmbH', 'exact'],
  ['Unbekannte Beteiligungs GmbH', 'none'],
  ['Xq Holdings', 'none'],
  ['Old Harbour Trust (withdrawn)', 'exact'],
  ...Array.from(
    { length: 26 },
    (_, index) => [`Kontrahent ${String.fromCharCode(65 + index)}.`, 'exact'] as const,
  ),
] as const satisfies readonly (readonly [string, string])[];

type Amount = number | null;
type BookRow = [string, string, string, Amount, Amount, Amount, string, Date | null, Amount, string];

const row = (name: string, index: number): BookRow => [
  name,
  index === 0 ? '529900T8BM49AURSDO55' : '',
  index % 5 === 1 ? 'USD' : 'EUR',
  index === 20 ? null : 1_000_000.5 + index * 1_234.25,
  index % 3 === 0 ? 250_000 : null,
  index === 20 ? null : index === 21 ? -1_234.5 : 1_000_000.5 + index * 1_234.25,
  index < 4 ? 'Alderbrook' : '',
  index % 4 === 0 ? new Date(Date.UTC(2027, index % 12, 28)) : null,
  index < 3 ? 5_000_000 : null,
  index === 2 ? 'Schreibweise; prüfen' : '',
];

const ROWS: BookRow[] = [
  ...NAMES.map(([name], index) => row(name, index)),
  // The name in row 7 of the file once more.
  row('BERGMANN & SÖHNE BANKHAUS', 4),
  ['Summe', '', '', 45_000_000, null, null, '', null, null, ''],
];

const TITLE = 'Positionen per 31.03.2026';

export function messyCsv(): string {
  const german = (cell: TestCell): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return cell.toLocaleString('de-DE', { minimumFractionDigits: 2 });
    if (cell instanceof Date) return cell.toISOString().slice(0, 10).split('-').reverse().join('.');
    return /[;"]/.test(cell) ? `"${cell}"` : cell;
  };
  return [[TITLE], [], HEADER, ...ROWS].map((cells) => cells.map(german).join(';')).join('\r\n');
}

export function messyXlsx(): Promise<Buffer> {
  return workbook({ sheet: 'Positionen', rows: [[TITLE], [], HEADER, ...ROWS] });
}
