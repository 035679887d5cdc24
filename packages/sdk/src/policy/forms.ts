// Types of decisions, as callers have them. The published declarations need no other package.

import type { RfError } from '../errors.ts';
import type { DecidedProvider, SignedDecisions } from '../generated/wire.ts';
import type { PinnedKeys } from '../verify/forms.ts';

export type Exposure = 'new' | 'existing';

/** What a failure counts as. It is never ALLOW. */
export type OnFailure = 'BLOCK' | 'REVIEW';

/**
 * Why there is no decision of the policy: no answer in time (`timeout`), the limit is used up (`rate_limited`), the answer
 * failed a check (`signature`), the key may not ask (`unauthorised`), the decision is too old (`expired`), nobody answered or
 * the service failed (`unavailable`), or the service refuses the call, for example because it has no such policy (`refused`).
 */
export type FailureReason =
  | 'timeout'
  | 'rate_limited'
  | 'signature'
  | 'unauthorised'
  | 'expired'
  | 'unavailable'
  | 'refused';

export interface Question {
  /** The name of a policy, then its active version decides, or the digest of a version. */
  policy: string;
  /** Ids of providers, at most 1,000. */
  providers: readonly string[];
  /** `new` by default. */
  exposure?: Exposure | undefined;
  /** A text of your own, up to 64 characters. */
  reference?: string | undefined;
  /** Decide for this instant instead of now, such as 2026-05-01T00:00:00Z. The answer is hypothetical, and never live. */
  at?: string | undefined;
}

export interface PolicyOptions {
  /** Verifier keys of the service that you pinned. Get them in another way than the answers that they check. */
  keys: PinnedKeys;
  /** Milliseconds until the call ends, whatever happens; 5,000 by default. */
  deadlineMs?: number | undefined;
  /** What a failure counts as: BLOCK, the default, or REVIEW. */
  onFailure?: OnFailure | undefined;
  /** The id of your workspace: decisions of another one are then refused. */
  workspaceId?: string | undefined;
}

export interface EvaluateOptions extends PolicyOptions {
  /** Identifies the call; a random one by default. A call that is repeated is decided once. */
  idempotencyKey?: string | undefined;
}

export interface BundleOptions extends PolicyOptions {
  /** Whether the bundle is renewed before it ends; true by default. Otherwise call `refresh` yourself. */
  background?: boolean | undefined;
}

/** A decision of the policy, by the service. */
export interface ServiceDecision extends Omit<DecidedProvider, 'decision'> {
  source: 'service';
  decision: 'ALLOW' | OnFailure;
}

/** A decision of the policy, by this process from a bundle. */
export interface BundleDecision extends Omit<ServiceDecision, 'source' | 'snapshot'> {
  source: 'bundle';
}

/** No decision of the policy, and what the caller chose for that. It says nothing about the provider. */
export interface FailureDecision {
  source: 'client';
  provider: string;
  decision: OnFailure;
  reason: FailureReason;
  sentence: string;
}

export interface Evaluated {
  source: 'service' | 'client';
  /** Null if the service decided. */
  reason: FailureReason | null;
  /** What failed, for people; null if the service decided. */
  error: RfError | null;
  /** Whether the caller asked with `at`. Such decisions are in `signed` alone: `decisionOf` never gives them. */
  hypothetical: boolean;
  /** What the service signed, after all checks; null if the call failed. Keep it as proof. */
  signed: SignedDecisions | null;
  /** The decision on a provider as of now. From `valid_until` on it is a failure with the reason `expired`. */
  decisionOf(providerId: string): ServiceDecision | FailureDecision;
}

/** A policy with what it reads of the providers in its scope: decides without a request until `validUntil`. */
export interface PolicyBundle {
  /** Null before the first bundle arrived. */
  readonly validUntil: string | null;
  readonly policyDigest: string | null;
  /** Why the newest attempt to renew it failed; null if it did not. */
  readonly reason: FailureReason | null;
  /** The decision on a provider as of now. One that is not in the bundle is unknown, and therefore BLOCK. */
  decisionOf(providerId: string, exposure?: Exposure): BundleDecision | FailureDecision;
  /** Asks for a newer bundle now. It never throws: `reason` says whether that failed. */
  refresh(): Promise<void>;
  /** Ends the renewal in the background. The bundle decides until it ends. */
  close(): void;
}
