// The wire contract. It imports nothing of ours: servers and clients are made from it, not it from them.

export { LIMITATIONS_DISCLOSURE } from './disclosure.ts';
export { PROBLEM_CODES, PROBLEMS, type ProblemCode, type ProblemKind } from './problems.ts';
export { Status } from './status.ts';
export {
  ENTITLEMENTS,
  type Entitlement,
  effectiveTier,
  entitlementsOf,
  mayIssue,
  requiredTier,
  TIER_TERMS,
  TIERS,
  type Tier,
  type TierTerms,
} from './tiers.ts';
