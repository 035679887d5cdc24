// Lists proposals and their status.

import { sql } from 'kysely';
import type { Queries } from '../../store/store.ts';

export const PROPOSAL_STATUSES = ['open', 'approved', 'rejected', 'superseded', 'retracted'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

export interface Proposal {
  id: string;
  batch_id: string;
  /** null, like the slug, for a reference rate. */
  provider_id: string | null;
  slug: string | null;
  /** The currency of a reference rate; otherwise null. */
  currency: string | null;
  input: string;
  value: string;
  renewal: boolean;
  status: ProposalStatus;
  evidence: { id: string; kind: string; title: string; evidence_date: string; grade: string };
  facts: Record<string, string>;
  proposed_by: string;
  proposed_at: number;
  decided_by: string | null;
  decided_at: number | null;
  reason: string | null;
}

/** An approved value is superseded by approved evidence of a later day, or by a later approval for the same day. */
const STATUS = sql<ProposalStatus>`case
  when decisions.decision is null then 'open'
  when decisions.decision = 'rejected' then 'rejected'
  when retractions.proposal_id is not null then 'retracted'
  when exists (
    select 1 from proposals p
    join decisions d on d.proposal_id = p.id and d.decision = 'approved'
    join evidence e on e.id = p.evidence_id
    left join retractions r on r.proposal_id = p.id
    where (p.provider_id = proposals.provider_id or p.currency = proposals.currency)
      and p.input_id = proposals.input_id and r.proposal_id is null
      and (e.evidence_date, d.decided_at, p.id) > (evidence.evidence_date, decisions.decided_at, proposals.id)
  ) then 'superseded'
  else 'approved' end`;

/** Oldest first. */
export async function listProposals(
  db: Queries,
  { status, batchId, limit = 1000 }: { status?: ProposalStatus; batchId?: string; limit?: number } = {},
): Promise<Proposal[]> {
  let query = db
    .selectFrom('proposals')
    .leftJoin('providers', 'providers.id', 'proposals.provider_id')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .leftJoin('retractions', 'retractions.proposal_id', 'proposals.id')
    .selectAll('proposals')
    .select(['providers.slug', 'decided_by', 'decided_at', 'decisions.reason', STATUS.as('status')])
    .select(['evidence.kind', 'evidence.title', 'evidence.evidence_date', 'evidence.grade'])
    .orderBy('proposals.proposed_at')
    .orderBy('proposals.id')
    .limit(limit);
  if (status !== undefined) query = query.where(STATUS, '=', status);
  if (batchId !== undefined) query = query.where('proposals.batch_id', '=', batchId);
  return (await query.execute()).map((row) => ({
    id: row.id,
    batch_id: row.batch_id,
    provider_id: row.provider_id,
    slug: row.slug,
    currency: row.currency,
    input: row.input_id,
    value: row.value,
    renewal: row.renewal === 1,
    status: row.status,
    evidence: {
      id: row.evidence_id,
      kind: row.kind,
      title: row.title,
      evidence_date: row.evidence_date,
      grade: row.grade,
    },
    facts: JSON.parse(row.facts),
    proposed_by: row.proposed_by,
    proposed_at: row.proposed_at,
    decided_by: row.decided_by,
    decided_at: row.decided_at,
    reason: row.reason,
  }));
}
