// The tiers: what a key of each tier may read, and how many requests it may send.

export const TIERS = ['FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM'] as const;
export type Tier = (typeof TIERS)[number];

export const ENTITLEMENTS = ['scores', 'methodology', 'computation'] as const;
export type Entitlement = (typeof ENTITLEMENTS)[number];

/** A key can be limited to the operations that are marked with a scope. */
export const KEY_SCOPES = ['evaluate'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export interface TierTerms {
  /** Requests in any 3600 seconds, shared by all keys of the tier in a workspace. */
  requestsPerHour: number;
  /** What keys of the tier may read; a CUSTOM workspace has the entitlements of its contract instead. */
  entitlements: readonly Entitlement[];
  /** Whether a workspace of the tier can join the agent pilot. */
  pilot: boolean;
  /** Whether a workspace of the tier can create keys. */
  issuesKeys: boolean;
}

export const TIER_TERMS: Readonly<Record<Tier, TierTerms>> = {
  FREE: { requestsPerHour: 100, entitlements: [], pilot: false, issuesKeys: false },
  PROFESSIONAL: {
    requestsPerHour: 1000,
    entitlements: ['scores', 'methodology'],
    pilot: true,
    issuesKeys: true,
  },
  ENTERPRISE: {
    requestsPerHour: 10_000,
    entitlements: ['scores', 'methodology', 'computation'],
    pilot: true,
    issuesKeys: true,
  },
  CUSTOM: { requestsPerHour: 10_000, entitlements: [], pilot: false, issuesKeys: true },
};

/** From the lowest to the highest; CUSTOM is not comparable with them. */
const LADDER: readonly Tier[] = ['FREE', 'PROFESSIONAL', 'ENTERPRISE'];

/** A workspace can create keys of its own tier and of lower tiers; a CUSTOM workspace, keys of CUSTOM and FREE. */
export function mayIssue(workspace: Tier, key: Tier): boolean {
  if (!TIER_TERMS[workspace].issuesKeys) return false;
  return effectiveTier(workspace, key) === key;
}

/** A key never has a higher tier than its workspace. When a workspace is downgraded, its keys are too, immediately. */
export function effectiveTier(workspace: Tier, key: Tier): Tier {
  if (workspace === key) return key;
  if (workspace === 'CUSTOM' || key === 'CUSTOM') return 'FREE';
  return LADDER[Math.min(LADDER.indexOf(workspace), LADDER.indexOf(key))]!;
}

/** What a key of the tier may read; `contract` holds the entitlements of a CUSTOM workspace's contract. */
export function entitlementsOf(tier: Tier, contract: readonly Entitlement[]): readonly Entitlement[] {
  return tier === 'CUSTOM' ? contract : TIER_TERMS[tier].entitlements;
}

/** The lowest tier that has the entitlement; problem documents name it. */
export function requiredTier(entitlement: Entitlement): Tier {
  return LADDER.find((tier) => TIER_TERMS[tier].entitlements.includes(entitlement))!;
}
