// Who votes in the committee.

/** Somebody who is only an operator publishes what the committee decided, and decides nothing. */
export const VOTER_ROLES = ['analyst', 'reviewer', 'chief_risk_officer'] as const;

/** Matters that need a vote of somebody who proposed and approved none of the changed values. */
export const INDEPENDENT_KINDS = ['initial', 'band_change', 'correction'] as const;
