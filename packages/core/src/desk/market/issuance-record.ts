// The record of an upcoming issuance: reading it from input, and its form in the API and events.

import type { Identifier } from '@rf-indicators/contract';
import { parseScaled } from '@rf-indicators/engine';
import type { Database, IssuanceStatus } from '../../store/schema.ts';
import { isCurrency } from '../facts/fact-definitions.ts';
import { type RowReader, required } from '../import/row-reader.ts';
import { readHttpsAddress } from '../providers/https-address.ts';
import { readIdentifier } from '../providers/identifiers.ts';

export type Issuance = Database['issuances'];
/** The members that people enter. */
export type IssuanceDetails = Omit<Issuance, 'id' | 'status' | 'updated_at'>;

/** Allowed status changes. An issuance starts as ANNOUNCED. */
export const NEXT_STATUSES: Readonly<Record<IssuanceStatus, readonly IssuanceStatus[]>> = {
  ANNOUNCED: ['PRICING', 'WITHDRAWN'],
  PRICING: ['ISSUED', 'WITHDRAWN'],
  ISSUED: [],
  WITHDRAWN: [],
};

const ISSUANCE_TYPES = ['preferred_share', 'bond'] as const;
const LONGEST_NAME = 120;
const TICKER = /^[A-Z0-9][A-Z0-9.-]{0,11}$/;
/** At most 15 digits, so that a JSON number represents the amount exactly. */
const AMOUNT = /^(0|[1-9]\d{0,12})(\.\d{1,2})?$/;
const RATE_DECIMALS = 4;

/** Adds problems to the row; null if a required member is invalid. `provider_id` may still be a slug. */
export function readIssuanceDetails(row: RowReader): IssuanceDetails | null {
  const issuer_name = required(row, 'issuer_name', row.text('issuer_name', LONGEST_NAME));
  const name = required(row, 'name', row.text('name', LONGEST_NAME));
  const type = required(row, 'type', readType(row));
  const currency = required(row, 'currency', readCurrency(row));
  const announced_on = required(row, 'announced_on', row.date('announced_on'));
  const details = {
    provider_id: row.text('provider_id'),
    ticker: readTicker(row),
    isin: readIsin(row),
    amount: readAmount(row),
    coupon_rate: readRate(row, 'coupon_rate', 0),
    price: readRate(row, 'price', 1),
    pricing_on: row.date('pricing_on'),
    settles_on: row.date('settles_on'),
    source_url: readHttpsAddress(row, 'source_url'),
  };
  row.finish();
  if (!issuer_name || !name || !type || !currency || !announced_on) return null;
  checkDateOrder(row, announced_on, details.pricing_on, details.settles_on);
  return { issuer_name, name, type, currency, announced_on, ...details };
}

function readType(row: RowReader): IssuanceDetails['type'] | null {
  const given = row.text('type');
  const known = ISSUANCE_TYPES.find((type) => type === given);
  if (given !== null && !known)
    row.addProblem('type', 'unknown_type', `is not one of ${ISSUANCE_TYPES.join(', ')}`);
  return known ?? null;
}

function readCurrency(row: RowReader): string | null {
  const given = row.text('currency');
  if (given === null || isCurrency(given)) return given;
  row.addProblem('currency', 'unknown_currency', `"${given}" is neither an ISO 4217 code nor BTC`);
  return null;
}

function readTicker(row: RowReader): string | null {
  const given = row.text('ticker');
  if (given === null || TICKER.test(given)) return given;
  row.addProblem('ticker', 'not_ticker', 'must have 1 to 12 characters from A-Z, 0-9, dot and hyphen');
  return null;
}

function readIsin(row: RowReader): string | null {
  const given = row.text('isin');
  if (given === null) return null;
  const read = readIdentifier('isin', given);
  if ('value' in read) return read.value;
  row.addProblem('isin', 'not_isin', read.problem);
  return null;
}

function readAmount(row: RowReader): string | null {
  const given = row.text('amount');
  if (given === null || (AMOUNT.test(given) && /[1-9]/.test(given))) return given;
  row.addProblem(
    'amount',
    'not_amount',
    'must be a decimal above 0 with at most two decimal places, such as "500000000"',
  );
  return null;
}

/** A decimal; `least` is in units of its last decimal place. */
function readRate(row: RowReader, member: string, least: number): string | null {
  const given = row.text(member);
  if (given === null) return null;
  const units = parseScaled(given, RATE_DECIMALS);
  if (units !== null && units >= least) return given;
  row.addProblem(
    member,
    'not_decimal',
    `must be a decimal with at most ${RATE_DECIMALS} decimal places, such as "8.50"`,
  );
  return null;
}

function checkDateOrder(
  row: RowReader,
  announced: string,
  pricing: string | null,
  settles: string | null,
): void {
  if (pricing !== null && pricing < announced) {
    row.addProblem('pricing_on', 'dates_out_of_order', 'is before announced_on');
  }
  if (settles !== null && settles < (pricing ?? announced)) {
    row.addProblem(
      'settles_on',
      'dates_out_of_order',
      `is before ${pricing === null ? 'announced_on' : 'pricing_on'}`,
    );
  }
}

export function issuanceIdentifiers({ isin, ticker }: Pick<Issuance, 'isin' | 'ticker'>): Identifier[] {
  const given = [
    { kind: 'isin' as const, value: isin },
    { kind: 'ticker' as const, value: ticker },
  ];
  return given.flatMap(({ kind, value }) => (value === null ? [] : [{ kind, value }]));
}

/** The form in the API and events, without the provider's current score, which is not stored here. */
export function issuanceOnTheWire({ amount, coupon_rate, price, updated_at, isin, ...issuance }: Issuance) {
  const number = (text: string | null) => (text === null ? null : Number(text));
  return {
    ...issuance,
    identifiers: issuanceIdentifiers({ isin, ticker: issuance.ticker }),
    amount: number(amount),
    coupon_rate: number(coupon_rate),
    price: number(price),
    updated_at: new Date(updated_at).toISOString(),
  };
}
