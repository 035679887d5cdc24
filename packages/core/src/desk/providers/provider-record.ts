// A provider's record: what identifies it. What its score depends on are facts with evidence (inputs/fact-definitions).

import type { SourcedIdentifier } from '../../context/identifiers.ts';
import { type RowReader, required } from '../import/row-reader.ts';
import { readHttpsAddress } from './https-address.ts';
import { readIdentifiers } from './identifiers.ts';

export interface ProviderRecord {
  name: string;
  /** Other names, including former ones. */
  aliases: string[];
  provider_subtype: string;
  website: string | null;
  /** By kind and then by value. */
  identifiers: SourcedIdentifier[];
}

export const LONGEST_NAME = 120;
const LONGEST_SLUG = 80;
export function isSlug(text: string): boolean {
  return text.length <= LONGEST_SLUG && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && !isProviderId(text);
}

export function isProviderId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** "Café Crédit & Co." becomes cafe-credit-co. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST_SLUG)
    .replace(/-+$/, '');
}

/**
 * Reads a record. Absent members keep the value of the existing record. Problems are added to the row; null if the
 * record cannot be read.
 */
export function readProviderRecord(row: RowReader, existing: ProviderRecord | null): ProviderRecord | null {
  const name = row.text('name', LONGEST_NAME) ?? existing?.name ?? required(row, 'name', null);
  const subtype = row.text('provider_subtype') ?? existing?.provider_subtype ?? '';
  const website =
    row.raw('website') === undefined ? (existing?.website ?? null) : readHttpsAddress(row, 'website');
  const given = row.texts('aliases') ?? existing?.aliases ?? [];
  const identifiers = readIdentifiers(row, 'identifiers') ?? existing?.identifiers ?? [];
  if (name === null) return null;
  const aliases = withFormerName(given, name, existing?.name);
  return { name, aliases, provider_subtype: subtype, website, identifiers };
}

/** Former names stay searchable as aliases. */
export function withFormerName(
  aliases: readonly string[],
  name: string,
  former: string | undefined,
): string[] {
  const names = new Set(former === undefined ? aliases : [...aliases, former]);
  names.delete(name);
  return [...names].sort();
}
