// Entry checks E1, E2 and E4 of the methodology (section 4.5): what follows from other figures on record is
// not typed in freely. Percentages are integers in hundredths. E3 and E5 are checked with the provider's
// record, E6 with the evidence.

import type { StructureFlags } from '../providers/provider-record.ts';

const FULL = 100_00;
const CREDIT_SOURCES = ['overcollateralised_credit', 'undercollateralised_credit'];

/** E1: who earns on loans lends. */
export function yieldSourceHolds(yieldSource: string, { lends }: Pick<StructureFlags, 'lends'>): boolean {
  return lends || !CREDIT_SOURCES.includes(yieldSource);
}

/** E2: what is promised above the reference rate of the payout currency. */
export function yieldSpread(yieldMax: number, referenceRate: number): number {
  return Math.max(0, yieldMax - referenceRate);
}

/** E4 is about claims that are not payable in bitcoin, of providers with bitcoin in their backing. */
export function shockAbsorptionIsDerived(provider: {
  payout_currency: string;
  flags: Pick<StructureFlags, 'bitcoin_backed'>;
}): boolean {
  return provider.flags.bitcoin_backed && provider.payout_currency !== 'BTC';
}

/**
 * E4: the fall of bitcoin, in percent, that backing can bear until it only just covers the claims; rounded
 * down. `bitcoinPart` is the bitcoin in the backing in percent of claims: all of it, unless it is known better.
 */
export function shockAbsorption(reserveCoverage: number, bitcoinPart = reserveCoverage): number {
  if (reserveCoverage <= FULL) return 0;
  // At most 10^4 times 10^11: far below 2^53, so every step is exact.
  const numerator = FULL * (reserveCoverage - FULL);
  return Math.min(FULL, (numerator - (numerator % bitcoinPart)) / bitcoinPart);
}
