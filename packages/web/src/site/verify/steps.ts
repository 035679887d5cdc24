// The steps of a check as the page shows them, and the part of a proof that the browser reads.

export type Result = 'passed' | 'failed' | 'unchecked';

export interface Step {
  step: string;
  name: string;
  result: Result;
  /** What was checked, and the result. */
  found: string;
  /** What it means if the check passes. */
  meaning: string;
  bytes: [label: string, text: string][];
}

export const RESULT_WORDS: Readonly<Record<Result, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  unchecked: 'Not compared',
};

export interface Key {
  public_key: string;
  valid_from: string;
  valid_until: string | null;
  follows_pinned_key?: boolean | null;
}

/** The members of a Verification that are read after they were checked. */
export interface Proof {
  verification_id: string;
  state: string;
  published_at: string;
  statement: {
    provider_id: string;
    provider_name: string;
    final_score: string;
    risk_band: string;
    as_of: string;
    framework_version: string;
  };
  followed_by: {
    current: string | null;
    renewed_by: string | null;
    withdrawal: { withdrawn_at: string } | null;
  };
  stale_since: string | null;
  log: { checkpoint: string };
}
