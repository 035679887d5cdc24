// Documents of policies for tests.

import type { ActServices } from '@rf-indicators/core/acts/services';
import { bookProviders } from '@rf-indicators/core/books/policy-scope';
import { evaluate } from '@rf-indicators/core/decisions/evaluate';
import { Snapshots } from '@rf-indicators/core/decisions/snapshots';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import type { PolicyException, PolicyScope, SignedDecisions } from '@rf-indicators/engine';

export interface PolicyParts {
  name?: string;
  /** Below this score, exposure is blocked. */
  below?: string;
  scope?: PolicyScope;
  /** A provider, or an exception that differs from that of `exceptionFor`. */
  exceptions?: readonly (string | Partial<PolicyException>)[] | undefined;
}

export function exceptionFor(provider: string): PolicyException {
  const end = { worst_band: 'ELEVATED', until: '2027-06-30' } as const;
  return { rule: 'low_score', provider, reason: 'The exposure ends in June.', ...end };
}

/** Without a version. */
export function policyDocument({
  name = 'lender',
  below = '60.00',
  scope = 'all',
  exceptions = [],
}: PolicyParts = {}) {
  const sentence = `Below ${below}.`;
  const when = { value: 'score', is: 'below', to: below };
  return {
    ...{ format: 'rf-policy-1', name, scope, frameworks: ['RF Framework v1.0'] },
    ...{ verified_within_hours: 48, valid_minutes: 15 },
    rules: [{ id: 'low_score', decision: 'BLOCK', sentence, when }],
    exceptions: exceptions.map((given) =>
      typeof given === 'string' ? exceptionFor(given) : { ...exceptionFor('brindlewick-vaults'), ...given },
    ),
  };
}

let nonces = 0;

/** A call for decisions by the policy `lender`, as the service makes it for a key. */
export function decideOnce(
  { context, masterKey, policy }: Pick<ActServices, 'context' | 'masterKey' | 'policy'>,
  workspaceId: string,
  providers: readonly string[] = ['nobody'],
): Promise<SignedDecisions> {
  const { db } = context.store;
  const signer = () => currentSigner(db, masterKey());
  nonces += 1;
  const request = { policy: 'lender', providers, nonce: `nonce-of-a-test-${nonces}` };
  return evaluate(
    {
      ...{ ...context, snapshots: new Snapshots(db, policy), signer, room: 1_000_000 },
      bookProviders: bookProviders(db, masterKey),
    },
    {
      workspaceId,
      request: { ...request, exposure: 'new', reference: null, at: null },
      idempotencyKey: null,
    },
  );
}
