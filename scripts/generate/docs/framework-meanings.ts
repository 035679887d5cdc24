// What the framework's flags, rules and grades mean. The framework file holds only what the engine calculates with.

export { RULE_REASONS } from '../../../packages/server/src/rendering/pages/methodology/rule-reasons.ts';

export const FLAG_MEANINGS: Record<string, string> = {
  redeemable: 'holders have a contractual right to withdraw or redeem',
  lends: 'backing or customer assets are lent to, or deployed with, third parties',
  onchain: 'claims or assets are governed by smart contracts that the provider or its community controls',
  fixed_obligations: 'the provider owes scheduled coupons, preferred dividends or principal',
  bitcoin_backed: 'bitcoin is part of what backs the claim; for `btc` it is always set',
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
