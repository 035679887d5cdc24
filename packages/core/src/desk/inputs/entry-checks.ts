// Entry checks E1, E2 and E4 of the methodology (section 4.5), for inputs that must agree with other recorded
// figures. Percentages are integers in hundredths. E3 and E5 are checked with the provider's record, E6 with the
// evidence.

import type { StructureFlags } from '../providers/provider-record.ts';

const FULL = 100_00;
const CREDIT_SOURCES = ['overcollateralised_credit', 'undercollateralised_credit'];

/** E1: a provider whose yield comes from credit must be one that lends. */
export function yieldSourceHolds(yieldSource: string, { lends }: Pick<StructureFlags, 'lends'>): boolean {
  return lends || !CREDIT_SOURCES.includes(yieldSource);
}

/** E2: the promised yield above the reference rate of the payout currency. */
export function yieldSpread(yieldMax: number, referenceRate: number): number {
  return Math.max(0, yieldMax - referenceRate);
}

/** E4 applies to bitcoin-backed providers whose payouts are not in bitcoin. */
export function shockAbsorptionIsDerived(provider: {
  payout_currency: string;
  flags: Pick<StructureFlags, 'bitcoin_backed'>;
}): boolean {
  return provider.flags.bitcoin_backed && provider.payout_currency !== 'BTC';
}

/**
 * E4: the largest fall in the bitcoin price, in percent and rounded down, after which the backing still covers the
 * claims. `bitcoinPart` is the bitcoin in the backing, in percent of claims; by default all of the backing.
 */
export function shockAbsorption(reserveCoverage: number, bitcoinPart = reserveCoverage): number {
  if (reserveCoverage <= FULL) return 0;
  // At most 10^4 times 10^11: far below 2^53, so every step is exact.
  const numerator = FULL * (reserveCoverage - FULL);
  return Math.min(FULL, (numerator - (numerator % bitcoinPart)) / bitcoinPart);
}
