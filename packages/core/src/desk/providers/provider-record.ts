// What is recorded about a provider, and the entry checks on it (E3 and E5 of the methodology).

import { formatHundredths, PLANNER_TYPES, type PlannerType, parseScaled } from '@rf-indicators/engine';
import { type RowReader, required } from '../import/row-reader.ts';
import { readHttpsAddress } from './https-address.ts';

export const STRUCTURE_FLAGS = [
  'redeemable',
  'lends',
  'onchain',
  'fixed_obligations',
  'bitcoin_backed',
] as const;
export type StructureFlags = Record<(typeof STRUCTURE_FLAGS)[number], boolean>;

export interface ProviderRecord {
  name: string;
  /** Other names, such as those it had before. */
  aliases: string[];
  planner_type: PlannerType;
  provider_subtype: string;
  /** Percent a year, with two decimals. */
  yield_min: string;
  yield_max: string;
  /** An ISO 4217 code, or BTC. */
  payout_currency: string;
  website: string | null;
  flags: StructureFlags;
}

export const LONGEST_NAME = 120;
const LONGEST_SLUG = 80;
const CURRENCIES = new Set(['BTC', ...Intl.supportedValuesOf('currency')]);

export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

export function isSlug(text: string): boolean {
  return text.length <= LONGEST_SLUG && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && !isProviderId(text);
}

export function isProviderId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** "Café Crédit & Co." is cafe-credit-co. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST_SLUG)
    .replace(/-+$/, '');
}

/**
 * Reads a record. What is absent stays as it stands; in a new record a flag that is absent counts as true, and
 * the rest has to be there. Null if anything was wrong; what it was is then noted.
 */
export function readProviderRecord(row: RowReader, standing: ProviderRecord | null): ProviderRecord | null {
  const name = row.text('name', LONGEST_NAME) ?? standing?.name ?? required(row, 'name', null);
  const planner_type = readPlannerType(row) ?? standing?.planner_type ?? null;
  const subtype = row.text('provider_subtype') ?? standing?.provider_subtype ?? '';
  const yieldMin = readYield(row, 'yield_min', standing?.yield_min);
  const yieldMax = readYield(row, 'yield_max', standing?.yield_max);
  const currency = readCurrency(row) ?? standing?.payout_currency ?? null;
  const website =
    row.raw('website') === undefined ? (standing?.website ?? null) : readHttpsAddress(row, 'website');
  const flags = readFlags(row, standing?.flags);
  const given = row.texts('aliases') ?? standing?.aliases ?? [];
  required(row, 'planner_type', planner_type);
  required(row, 'payout_currency', currency);

  if (yieldMin !== null && yieldMax !== null && yieldMin > yieldMax) {
    row.fault('yield_min', 'E5', 'is above yield_max');
  }
  if (!flags.redeemable && !flags.fixed_obligations) {
    row.fault('flags', 'E3', 'a product must be redeemable or carry fixed obligations; both are false');
  }
  if (planner_type === 'btc' && !flags.bitcoin_backed) {
    row.fault('flags', 'not_bitcoin_backed', 'bitcoin_backed is always true for the planner type btc');
  }
  if (name === null || planner_type === null || yieldMin === null || yieldMax === null || currency === null) {
    return null;
  }
  return {
    name,
    aliases: withFormerName(given, name, standing?.name),
    planner_type,
    provider_subtype: subtype,
    yield_min: formatHundredths(yieldMin),
    yield_max: formatHundredths(yieldMax),
    payout_currency: currency,
    website,
    flags,
  };
}

/** A provider is found by the names it had. */
export function withFormerName(
  aliases: readonly string[],
  name: string,
  former: string | undefined,
): string[] {
  const names = new Set(former === undefined ? aliases : [...aliases, former]);
  names.delete(name);
  return [...names].sort();
}

function readPlannerType(row: RowReader): PlannerType | null {
  const given = row.text('planner_type');
  if (given === null) return null;
  const known = PLANNER_TYPES.find((type) => type === given);
  if (known) return known;
  row.fault('planner_type', 'unknown_planner_type', `"${given}" is none of ${PLANNER_TYPES.join(', ')}`);
  return null;
}

function readYield(row: RowReader, member: string, standing: string | undefined): number | null {
  if (!row.has(member) && standing !== undefined) return parseScaled(standing, 2);
  return required(row, member, row.hundredths(member));
}

function readCurrency(row: RowReader): string | null {
  const given = row.text('payout_currency');
  if (given === null || isCurrency(given)) return given;
  row.fault('payout_currency', 'unknown_currency', `"${given}" is neither an ISO 4217 code nor BTC`);
  return null;
}

function readFlags(row: RowReader, standing: StructureFlags | undefined): StructureFlags {
  const given = row.object('flags');
  const flags = Object.fromEntries(
    STRUCTURE_FLAGS.map((flag) => [flag, given?.flag(flag) ?? standing?.[flag] ?? true]),
  );
  given?.finish();
  return flags as StructureFlags;
}
