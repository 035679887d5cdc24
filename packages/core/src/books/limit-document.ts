// The limits of a book as one document, and whether a change of them raises one.

import { isDeepStrictEqual } from 'node:util';
import { requirePlainTexts } from '../context/names.ts';
import { Refusal } from '../context/refusal.ts';
import { Checker } from './checker.ts';
import { parseAmount } from './figures/amounts.ts';

export const LIMITS_FORMAT = 'rf-book-limits-1';
export const LIMIT_MEASURES = ['net', 'gross', 'share'] as const;
export const BANDS = ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH', 'none'] as const;
export type BandOrNone = (typeof BANDS)[number];

export interface BookLimits {
  format: typeof LIMITS_FORMAT;
  limits: Limit[];
}

export interface Limit {
  id: string;
  measure: (typeof LIMIT_MEASURES)[number];
  of: LimitOf;
  /** An amount in the reporting currency, or per cent with at most two decimals for a share. */
  at_most: string;
}

export type LimitOf =
  /** Id of a provider, or a name without one. */
  | { kind: 'name'; name: string }
  | { kind: 'group'; group: string }
  /** `none`: names without a score. */
  | { kind: 'band'; band: BandOrNone };

const MOST_LIMITS = 500;
const NOT_VALID = 'The limits are not valid.';
const SCOPES: Readonly<Record<string, string>> = { name: 'name', group: 'group', band: 'band' };

/** Throws a refusal that lists what is wrong. */
export function readLimits(document: unknown): BookLimits {
  requirePlainTexts(document, NOT_VALID);
  const check = new Checker();
  if (check.object(document, '', ['format', 'limits'])) {
    check.that(document.format === LIMITS_FORMAT, '/format', 'format', `must be ${LIMITS_FORMAT}`);
    if (check.list(document.limits, '/limits', MOST_LIMITS)) {
      const ids = new Set<unknown>();
      for (const [index, limit] of document.limits.entries())
        checkLimit(check, limit, `/limits/${index}`, ids);
    }
  }
  if (check.details.length > 0) throw new Refusal('validation_failed', NOT_VALID, check.details);
  return document as unknown as BookLimits;
}

function checkLimit(check: Checker, limit: unknown, at: string, ids: Set<unknown>): void {
  if (!check.object(limit, at, ['id', 'measure', 'of', 'at_most'])) return;
  const { id, measure, of, at_most: most } = limit;
  check.line(id, `${at}/id`, 100);
  check.that(!ids.has(id), `${at}/id`, 'repeated', 'must be another one: a limit has the id already');
  ids.add(id);
  const isMeasure = LIMIT_MEASURES.some((one) => one === measure);
  check.that(isMeasure, `${at}/measure`, 'enum', `must be one of ${LIMIT_MEASURES.join(', ')}`);
  const bound =
    typeof most === 'string' ? (measure === 'share' ? parsePercent(most) : parseAmount(most)) : null;
  const rule =
    measure === 'share'
      ? 'must be per cent as a text, from 0 to 100 with at most two decimals'
      : 'must be a plain decimal of 0 or more as a text';
  check.that(bound !== null && bound >= 0n, `${at}/at_most`, 'amount', rule);
  const { kind } = (of ?? {}) as { kind?: unknown };
  const member = typeof kind === 'string' && Object.hasOwn(SCOPES, kind) ? SCOPES[kind]! : null;
  check.that(member !== null, `${at}/of/kind`, 'enum', 'must be name, group or band');
  if (member === null || !check.object(of, `${at}/of`, ['kind', member])) return;
  const { [member]: whose } = of;
  if (kind !== 'band') check.line(whose, `${at}/of/${member}`, 200);
  const isBand = kind !== 'band' || BANDS.some((band) => band === whose);
  check.that(isBand, `${at}/of/band`, 'enum', `must be one of ${BANDS.join(', ')}`);
}

/** In hundredths of a percent; null if the text is not from 0 to 100 with at most two decimals. */
export function parsePercent(text: string): bigint | null {
  const amount = parseAmount(text);
  const hundredth = 1_000_000n;
  if (amount === null || amount < 0n || amount > 10_000n * hundredth || amount % hundredth !== 0n)
    return null;
  return amount / hundredth;
}

export type Loosening = 'raised' | 'removed' | 'measure_changed' | 'scope_changed';

/** What takes a second person: limits that are raised or removed, or that measure something else. */
export function loosened(from: readonly Limit[], to: readonly Limit[]): { id: string; how: Loosening }[] {
  const next = new Map(to.map((limit) => [limit.id, limit]));
  return from.flatMap((limit) => {
    const how = howLoosened(limit, next.get(limit.id));
    return how === null ? [] : [{ id: limit.id, how }];
  });
}

function howLoosened(before: Limit, after: Limit | undefined): Loosening | null {
  if (after === undefined) return 'removed';
  if (after.measure !== before.measure) return 'measure_changed';
  if (!isDeepStrictEqual(after.of, before.of)) return 'scope_changed';
  // Percents are decimals like amounts.
  return parseAmount(after.at_most)! > parseAmount(before.at_most)! ? 'raised' : null;
}
