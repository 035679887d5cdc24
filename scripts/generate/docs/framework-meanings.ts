// What the framework's flags, rules, bands and grades mean. The framework file holds only what the engine calculates with.

export const FLAG_MEANINGS: Record<string, string> = {
  redeemable: 'holders have a contractual right to withdraw or redeem',
  lends: 'backing or customer assets are lent to, or deployed with, third parties',
  onchain: 'claims or assets are governed by smart contracts that the provider or its community controls',
  fixed_obligations: 'the provider owes scheduled coupons, preferred dividends or principal',
  bitcoin_backed: 'bitcoin is part of what backs the claim; for `btc` it is always set',
};

export const RULE_REASONS: Record<string, string> = {
  HR01: 'Claims on an insolvent provider are frozen in court, often for years.',
  HR02: 'Lenders have limited or stopped withdrawals shortly before insolvency.',
  HR03: 'Figures from a provider that misstated its backing or misused client money cannot be relied on.',
  HR04: 'Where backing is smaller than the claims, the last holders to leave bear the loss.',
  HR05: 'Own paper loses its value at the moment when it is needed.',
  HR06: 'Holders of mixed assets may be unsecured creditors when the provider fails.',
  HR07: 'One person can lose or take everything.',
  HR08: 'A yield that nobody earns ends when the subsidy, or the inflow of new money, ends.',
  HR09: 'The same assets, lent and borrowed in a loop, turn a small loss into a total one.',
  HR10: 'The failure of one debtor is then the failure of the provider.',
  HR11: 'Without an independent check, assets and liabilities are what the provider says they are.',
  HR12: 'A claim that only the provider makes, or that nobody renews, cannot be in the lowest-risk band.',
};

export const BAND_MEANINGS: Record<string, string> = {
  LOW: 'strong overall, well evidenced, no hard rule fired',
  MEDIUM: 'sound structure with named weaknesses',
  ELEVATED:
    'material weaknesses, or yield paid from raised capital, one dominant counterparty, or no independent assurance',
  HIGH: 'a known cause of past failures is present, or weaknesses and missing evidence outweigh the rest',
};

export const GRADE_MEANINGS: Record<string, string> = {
  A: 'record of a court or supervisor, audited statements, or verified by the service itself on chain or by test',
  B: 'report of an independent third party: attestation, control report, custodian confirmation, legal opinion',
  C: "the provider's formal document with liability: prospectus, signed terms, officer's certificate",
  D: "the provider's website, press release or social-media statement",
  E: "an analyst's estimate",
};

/** Every name of the framework has a meaning here, and no other name has. */
export function meaningOf(meanings: Record<string, string>, names: readonly string[], name: string): string {
  if (Object.keys(meanings).sort().join() !== [...names].sort().join()) {
    throw new Error(`The docs explain ${Object.keys(meanings)}, but the framework has ${names}.`);
  }
  return meanings[name]!;
}
