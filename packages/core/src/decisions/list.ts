// Lists the calls for decisions that a workspace made.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { type Portion, timeOrder } from '../context/paging.ts';
import type { Queries } from '../store/store.ts';
import type { ShadowDecisions } from './keep.ts';

type ListedDecisions = DomainAnswerOf<'policies.decisions'>['data'][number];

export interface DecisionFilter {
  name?: string | undefined;
  reference?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

export const DECISION_ORDER = timeOrder<ListedDecisions>(
  'policy_decisions',
  'newest',
  ['issued_at', 'id'],
  ({ issued_at, decision_id }) => [issued_at, decision_id],
);

export async function listDecisions(
  db: Queries,
  workspaceId: string,
  { name, reference, since, until }: DecisionFilter = {},
  portion: Portion = {},
): Promise<ListedDecisions[]> {
  let query = db
    .selectFrom('policy_decisions')
    .select(['id as decision_id', 'policy_name as policy', 'policy_digest', 'exposure', 'reference'])
    .select(['issued_at', 'hypothetical', 'allowed', 'reviewed', 'blocked', 'shadow'])
    .where('workspace_id', '=', workspaceId);
  if (name !== undefined) query = query.where('policy_name', '=', name);
  if (reference !== undefined) query = query.where('reference', '=', reference);
  if (since !== undefined) query = query.where('issued_at', '>=', since);
  if (until !== undefined) query = query.where('issued_at', '<=', until);
  const rows = await DECISION_ORDER.select(query, portion).execute();
  return rows.map(({ hypothetical, shadow, ...row }) => ({
    ...row,
    hypothetical: hypothetical === 1,
    shadow: shadow === null ? [] : (JSON.parse(shadow) as ShadowDecisions[]).map(asListed),
  }));
}

function asListed({ version, digest, allowed, reviewed, blocked, others }: ShadowDecisions) {
  return { version, digest, allowed, reviewed, blocked, others: others.map((one) => ({ ...one })) };
}
