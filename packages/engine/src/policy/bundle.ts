// A policy with what it reads of the providers in its scope, as one signed document: whoever holds it decides without asking again.

import { policyDigest } from './digest.ts';
import type { Policy } from './document.ts';
import type { PolicySnapshot } from './snapshot.ts';
import { validUntil } from './valid-until.ts';

export const BUNDLE_FORMAT = 'rf-policy-bundle-1';

export interface BundledProvider {
  /** The indicator that it rests on; null if the provider has none. */
  verification_id: string | null;
  snapshot: PolicySnapshot;
}

export interface PolicyBundle {
  format: typeof BUNDLE_FORMAT;
  workspace_id: string;
  /** The active version, with its exceptions. */
  policy: Policy;
  policy_digest: string;
  issued_at: string;
  valid_until: string;
  /** A provider that is not listed is unknown. */
  providers: readonly BundledProvider[];
}

export async function bundleDocument(
  { workspace_id, issued_at }: { workspace_id: string; issued_at: string },
  policy: Policy,
  providers: readonly BundledProvider[],
): Promise<PolicyBundle> {
  return {
    format: BUNDLE_FORMAT,
    workspace_id,
    policy,
    policy_digest: await policyDigest(policy),
    issued_at,
    valid_until: validUntil(
      policy,
      providers.map(({ snapshot }) => snapshot),
      issued_at,
    ),
    providers,
  };
}

/** A provider of which nothing is known. */
export function unknownSnapshot(provider: string): PolicySnapshot {
  return { provider, state: 'unknown' };
}
