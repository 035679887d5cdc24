// One call for decisions, as one signed document: which workspace asked what, by which policy, and the decision on every provider
// that it asked about. Whoever has the snapshots and the policy makes the same decisions from them again.

import { digestOf } from '../package/digest.ts';
import type { Signature } from '../package/statement.ts';
import { decide, type Exposure, type PolicyDecision } from './decide.ts';
import { policyDigest } from './digest.ts';
import type { Policy } from './document.ts';
import type { PolicySnapshot } from './snapshot.ts';
import { validUntil } from './valid-until.ts';

export const DECISIONS_FORMAT = 'rf-decisions-1';

/** What a caller asks, with what it left out. */
export interface EvaluationRequest {
  /** The name of a policy, then its active version decides, or the digest of a version. */
  policy: string;
  /** Their ids, in the order in which the decisions are listed. */
  providers: readonly string[];
  /** Made by the caller, so that an answer to another call is noticed. */
  nonce: string;
  exposure: Exposure;
  /** A text of the caller's own. */
  reference: string | null;
  /** Another instant than now: a hypothetical decision. */
  at: string | null;
}

export interface DecidedProvider extends PolicyDecision {
  /** The indicator that it rests on; null if the provider has none. */
  verification_id: string | null;
  /** The digest of the snapshot that was read. */
  snapshot: string;
}

/** The version of a policy, as documents name it. */
export interface PolicyReference {
  name: string;
  version: number;
  digest: string;
}

export interface DecisionsDocument {
  format: typeof DECISIONS_FORMAT;
  decision_id: string;
  workspace_id: string;
  /** Of the request with what it left out. */
  request_digest: string;
  nonce: string;
  reference: string | null;
  exposure: Exposure;
  policy: PolicyReference;
  /** The instant for which it was decided. */
  at: string;
  /** Whether that is another one than now. Such decisions are for trying only, and never valid. */
  hypothetical: boolean;
  issued_at: string;
  valid_until: string;
  providers: readonly DecidedProvider[];
}

export interface SignedDecisions {
  document: DecisionsDocument;
  signature: Signature;
}

/** A snapshot with what the document says of it. */
export interface NamedSnapshot {
  snapshot: PolicySnapshot;
  digest: string;
  verification_id: string | null;
}

export function requestDigest(request: EvaluationRequest): Promise<string> {
  const { policy, providers, nonce, exposure, reference, at } = request;
  return digestOf({ policy, providers, nonce, exposure, reference, at });
}

export interface Issue {
  decision_id: string;
  workspace_id: string;
  issued_at: string;
}

/** `snapshots` in the order of the providers that were asked. */
export async function decisionsDocument(
  { decision_id, workspace_id, issued_at }: Issue,
  request: EvaluationRequest,
  policy: Policy,
  snapshots: readonly NamedSnapshot[],
): Promise<DecisionsDocument> {
  const { nonce, reference, exposure } = request;
  const hypothetical = request.at !== null;
  const at = request.at ?? issued_at;
  const read = snapshots.map(({ snapshot }) => snapshot);
  return {
    format: DECISIONS_FORMAT,
    decision_id,
    workspace_id,
    request_digest: await requestDigest(request),
    nonce,
    reference,
    exposure,
    policy: { name: policy.name, version: policy.version, digest: await policyDigest(policy) },
    at,
    hypothetical,
    issued_at,
    valid_until: hypothetical ? issued_at : validUntil(policy, read, at),
    providers: snapshots.map(({ snapshot, digest, verification_id }) => ({
      ...decide(policy, snapshot, { at, exposure }),
      verification_id,
      snapshot: digest,
    })),
  };
}
