// What the fields of a position are called.

import type { Field } from './use-file-reading.ts';

export const FIELD_WORDS: Readonly<Record<Field, string>> = {
  name: 'name',
  id: 'reference',
  lei: 'LEI',
  isin: 'ISIN',
  ticker: 'ticker',
  currency: 'currency',
  gross: 'gross amount',
  collateral: 'collateral',
  net: 'net amount',
  group: 'group',
  maturity: 'maturity',
  limit: 'limit',
  note: 'note',
  tags: 'tags',
};

export function fieldWord(field: string): string {
  return field === 'provider' ? 'provider' : (FIELD_WORDS[field as Field] ?? field);
}
