// A provider's record and its entry checks (E3 and E5 of the methodology).

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
  /** Other names, including former ones. */
  aliases: string[];
  planner_type: PlannerType;
  provider_subtype: string;
  /** Percent per year, with two decimals. */
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
 * Reads a record. Absent members keep the value of the existing record; in a new record, absent flags are true and
 * the other members are required. Problems are added to the row; null if the record cannot be read.
 */
export function readProviderRecord(row: RowReader, existing: ProviderRecord | null): ProviderRecord | null {
  const name = row.text('name', LONGEST_NAME) ?? existing?.name ?? required(row, 'name', null);
  const planner_type = readPlannerType(row) ?? existing?.planner_type ?? null;
  const subtype = row.text('provider_subtype') ?? existing?.provider_subtype ?? '';
  const yieldMin = readYield(row, 'yield_min', existing?.yield_min);
  const yieldMax = readYield(row, 'yield_max', existing?.yield_max);
  const currency = readCurrency(row) ?? existing?.payout_currency ?? null;
  const website =
    row.raw('website') === undefined ? (existing?.website ?? null) : readHttpsAddress(row, 'website');
  const flags = readFlags(row, existing?.flags);
  const given = row.texts('aliases') ?? existing?.aliases ?? [];
  required(row, 'planner_type', planner_type);
  required(row, 'payout_currency', currency);

  if (yieldMin !== null && yieldMax !== null && yieldMin > yieldMax) {
    row.addProblem('yield_min', 'E5', 'must not be greater than yield_max');
  }
  if (!flags.redeemable && !flags.fixed_obligations) {
    row.addProblem('flags', 'E3', 'redeemable and fixed_obligations must not both be false');
  }
  if (planner_type === 'btc' && !flags.bitcoin_backed) {
    row.addProblem('flags', 'not_bitcoin_backed', 'bitcoin_backed must be true for the planner type btc');
  }
  if (name === null || planner_type === null || yieldMin === null || yieldMax === null || currency === null) {
    return null;
  }
  return {
    name,
    aliases: withFormerName(given, name, existing?.name),
    planner_type,
    provider_subtype: subtype,
    yield_min: formatHundredths(yieldMin),
    yield_max: formatHundredths(yieldMax),
    payout_currency: currency,
    website,
    flags,
  };
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

function readPlannerType(row: RowReader): PlannerType | null {
  const given = row.text('planner_type');
  if (given === null) return null;
  const known = PLANNER_TYPES.find((type) => type === given);
  if (known) return known;
  row.addProblem(
    'planner_type',
    'unknown_planner_type',
    `"${given}" is not one of ${PLANNER_TYPES.join(', ')}`,
  );
  return null;
}

function readYield(row: RowReader, member: string, existing: string | undefined): number | null {
  if (!row.has(member) && existing !== undefined) return parseScaled(existing, 2);
  return required(row, member, row.hundredths(member));
}

function readCurrency(row: RowReader): string | null {
  const given = row.text('payout_currency');
  if (given === null || isCurrency(given)) return given;
  row.addProblem('payout_currency', 'unknown_currency', `"${given}" is neither an ISO 4217 code nor BTC`);
  return null;
}

function readFlags(row: RowReader, existing: StructureFlags | undefined): StructureFlags {
  const given = row.object('flags');
  const flags = Object.fromEntries(
    STRUCTURE_FLAGS.map((flag) => [flag, given?.flag(flag) ?? existing?.[flag] ?? true]),
  );
  given?.finish();
  return flags as StructureFlags;
}
