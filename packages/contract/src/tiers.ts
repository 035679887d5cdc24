// One table of tiers: what each may read, and how much of it an hour.

export const TIERS = ['FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM'] as const;
export type Tier = (typeof TIERS)[number];

export const ENTITLEMENTS = ['scores', 'methodology', 'computation'] as const;
export type Entitlement = (typeof ENTITLEMENTS)[number];

export interface TierTerms {
  /** Keyed requests in any 3600 seconds, for all of a workspace's keys of the tier together. */
  requestsPerHour: number;
  /** What keys of the tier may read; a CUSTOM contract lists its own. */
  entitlements: readonly Entitlement[];
  /** Whether a workspace of the tier can take part in the agent pilot. */
  pilot: boolean;
  /** Whether a workspace of the tier issues keys at all. */
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

/** From the least to the most; CUSTOM stands beside it. */
const LADDER: readonly Tier[] = ['FREE', 'PROFESSIONAL', 'ENTERPRISE'];

/** Whether a workspace of one tier may issue keys of another: its own and those below; CUSTOM and FREE for CUSTOM. */
export function mayIssue(workspace: Tier, key: Tier): boolean {
  if (!TIER_TERMS[workspace].issuesKeys) return false;
  return effectiveTier(workspace, key) === key;
}

/** A key is never worth more than its workspace: when the workspace falls, its keys fall with it at once. */
export function effectiveTier(workspace: Tier, key: Tier): Tier {
  if (workspace === key) return key;
  if (workspace === 'CUSTOM' || key === 'CUSTOM') return 'FREE';
  return LADDER[Math.min(LADDER.indexOf(workspace), LADDER.indexOf(key))]!;
}

/** What a key of the tier may read; `contract` is what a CUSTOM workspace's contract lists. */
export function entitlementsOf(tier: Tier, contract: readonly Entitlement[]): readonly Entitlement[] {
  return tier === 'CUSTOM' ? contract : TIER_TERMS[tier].entitlements;
}

/** The least tier on the ladder that has the entitlement; problem documents name it. */
export function requiredTier(entitlement: Entitlement): Tier {
  return LADDER.find((tier) => TIER_TERMS[tier].entitlements.includes(entitlement))!;
}
