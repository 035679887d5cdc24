// Facts of providers that are proposed and not decided yet.

import type { Queries, Writes } from '../../store/store.ts';
import { PROVIDER_FACTS } from '../facts/fact-definitions.ts';

/** Oldest first. */
export function openFacts(db: Queries | Writes, providerIds: readonly string[]) {
  return db
    .selectFrom('proposals')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['proposals.provider_id', 'proposals.input_id', 'proposals.value'])
    .where('proposals.provider_id', 'in', [...providerIds])
    .where('proposals.input_id', 'in', PROVIDER_FACTS)
    .where('decisions.proposal_id', 'is', null)
    .orderBy('proposals.proposed_at')
    .orderBy('proposals.id')
    .execute();
}
