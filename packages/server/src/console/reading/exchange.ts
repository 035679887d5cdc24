// Messages between the routes of reads with a session and the thread that knows sessions.

import type { Entitlement, Tier } from '@rf-indicators/contract';
import type { Identification } from '../exchange.ts';

export type ReaderRequest = Pick<Identification, 'address' | 'actingAs' | 'isUnattended' | 'baseUrl'> & {
  cookie: string;
};

/** The person of a session: a member of a workspace, or staff. */
export type SessionReader =
  | { kind: 'staff'; name: string }
  | {
      kind: 'member';
      name: string;
      /** As sessions name the person. Limits count by it. */
      person: string;
      workspace: string;
      tier: Tier;
      entitlements: readonly Entitlement[];
      hasAcceptedTerms: boolean;
    };
