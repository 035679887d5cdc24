// What a version of a book says: positions, rates and what is counted. A document that is not valid is refused with the place of
// each problem, such as /positions/3/net.

import { dayNumber } from '@rf-indicators/engine';
import { requirePlainTexts } from '../context/names.ts';
import { Refusal } from '../context/refusal.ts';
import { Checker } from './checker.ts';
import { parseAmount, parseRate } from './figures/amounts.ts';

export const CONTENTS_FORMAT = 'rf-book-1';
export const MEASURES = ['net', 'gross'] as const;
export type Measure = (typeof MEASURES)[number];

export interface BookContents {
  format: typeof CONTENTS_FORMAT;
  /** The reporting currency. */
  currency: string;
  /** What sums and weights count. */
  measure: Measure;
  rates: Rate[];
  positions: BookPosition[];
}

/** Units of the reporting currency for one of another currency. */
export interface Rate {
  currency: string;
  rate: string;
  as_of: string;
}

export interface BookPosition {
  /** The customer's reference, unique in the book. */
  id: string;
  /** As the customer wrote it. */
  name: string;
  /** Id of the provider; null for a name without a score, or one that is not matched. */
  provider: string | null;
  currency: string;
  /** One of gross and net can be missing. It is never computed from the other. */
  gross: string | null;
  collateral: string | null;
  net: string | null;
  group: string | null;
  maturity: string | null;
  note: string | null;
  tags: string[];
}

const MOST_POSITIONS = 10_000;
const MOST_RATES = 200;
const MOST_TAGS = 20;
const NOT_VALID = 'The book is not valid.';

const CURRENCY = /^[A-Z]{3,10}$/;
const PROVIDER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isCurrency = (value: unknown): value is string =>
  typeof value === 'string' && CURRENCY.test(value);
export const CURRENCY_RULE = 'must be a currency in 3 to 10 capital letters, such as EUR or USDC';

export const isProviderId = (value: unknown): boolean => typeof value === 'string' && PROVIDER.test(value);

/** Throws a refusal that lists what is wrong. */
export function readContents(document: unknown): BookContents {
  requirePlainTexts(document, NOT_VALID);
  const check = new Checker();
  if (check.object(document, '', ['format', 'currency', 'measure', 'rates', 'positions'])) {
    check.that(document.format === CONTENTS_FORMAT, '/format', 'format', `must be ${CONTENTS_FORMAT}`);
    check.that(isCurrency(document.currency), '/currency', 'currency', CURRENCY_RULE);
    check.that(MEASURES.includes(document.measure as Measure), '/measure', 'enum', 'must be net or gross');
    if (check.list(document.rates, '/rates', MOST_RATES))
      checkRates(check, document.rates, document.currency);
    if (check.list(document.positions, '/positions', MOST_POSITIONS))
      checkPositions(check, document.positions);
  }
  if (check.details.length > 0) throw new Refusal('validation_failed', NOT_VALID, check.details);
  return document as unknown as BookContents;
}

function checkRates(check: Checker, rates: readonly unknown[], own: unknown): void {
  const known = new Set<unknown>([own]);
  for (const [index, rate] of rates.entries()) {
    const at = `/rates/${index}`;
    if (!check.object(rate, at, ['currency', 'rate', 'as_of'])) continue;
    const { currency } = rate;
    check.that(isCurrency(currency), `${at}/currency`, 'currency', CURRENCY_RULE);
    const again = 'must be another one: the reporting currency has no rate, and every other currency one';
    check.that(!known.has(currency), `${at}/currency`, 'repeated', again);
    known.add(currency);
    const isRate = typeof rate.rate === 'string' && parseRate(rate.rate) !== null;
    const rule = 'must be a decimal above 0 as a text, with at most 15 digits and 12 decimals';
    check.that(isRate, `${at}/rate`, 'rate', rule);
    check.that(isDay(rate.as_of), `${at}/as_of`, 'date', DAY_RULE);
  }
}

const MEMBERS = [
  ...(['id', 'name', 'provider', 'currency', 'gross', 'collateral', 'net'] as const),
  ...(['group', 'maturity', 'note', 'tags'] as const),
];

function checkPositions(check: Checker, positions: readonly unknown[]): void {
  const ids = new Set<unknown>();
  for (const [index, position] of positions.entries()) {
    if (check.isFull) return;
    const at = `/positions/${index}`;
    if (!check.object(position, at, MEMBERS)) continue;
    checkPosition(check, position, at);
    const rule = 'must be another one: a position of this book has the id already';
    check.that(!ids.has(position.id), `${at}/id`, 'repeated', rule);
    ids.add(position.id);
  }
}

function checkPosition(check: Checker, position: Record<string, unknown>, at: string): void {
  const { provider, currency, maturity, note, tags } = position;
  check.line(position.id, `${at}/id`, 100);
  check.line(position.name, `${at}/name`, 200);
  const unmatched = provider === null || isProviderId(provider);
  check.that(unmatched, `${at}/provider`, 'provider', 'must be the id of a provider, or null');
  check.that(isCurrency(currency), `${at}/currency`, 'currency', CURRENCY_RULE);
  for (const member of ['gross', 'collateral', 'net'] as const) {
    const amount = position[member];
    const isAmount = amount === null || (typeof amount === 'string' && parseAmount(amount) !== null);
    check.that(isAmount, `${at}/${member}`, 'amount', AMOUNT_RULE);
  }
  const states = position.gross !== null || position.net !== null;
  check.that(states, `${at}/net`, 'required', 'is required if gross is null: state at least one of them');
  if (position.group !== null) check.line(position.group, `${at}/group`, 100);
  check.that(maturity === null || isDay(maturity), `${at}/maturity`, 'date', `${DAY_RULE}, or null`);
  const isNote = note === null || (typeof note === 'string' && note.length <= 1000);
  check.that(isNote, `${at}/note`, 'text', 'must be a text of at most 1000 characters, or null');
  if (!check.list(tags, `${at}/tags`, MOST_TAGS)) return;
  for (const [index, tag] of tags.entries()) check.line(tag, `${at}/tags/${index}`, 50);
  const isDistinct = new Set(tags).size === tags.length;
  check.that(isDistinct, `${at}/tags`, 'repeated', 'must not have a tag twice');
}

export const AMOUNT_RULE =
  'must be a plain decimal as a text, with at most 15 digits before the point and 8 after it, or null';
const DAY_RULE = 'must be a date, such as 2026-03-31';

export function isDay(value: unknown): value is string {
  return typeof value === 'string' && typeof dayNumber(value) === 'number';
}
