// Finds the proposals behind contested values, so that their evidence can be opened.

import type { Queries } from '../../store/store.ts';
import type { ContestedValue } from './sheet.ts';

export interface ContestedProposal extends ContestedValue {
  proposal_id: string | null;
  evidence_id: string | null;
}

export async function withProposals(
  db: Queries,
  providerId: string,
  contested: readonly ContestedValue[],
): Promise<ContestedProposal[]> {
  const found: ContestedProposal[] = [];
  for (const value of contested) {
    const row = await db
      .selectFrom('proposals')
      .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
      .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
      .select(['proposals.id', 'evidence.id as evidence_id'])
      .where('provider_id', '=', providerId)
      .where('input_id', '=', value.input)
      .where('value', '=', value.value)
      .where('grade', '=', value.grade)
      .where('evidence_date', '=', value.evidence_date)
      .where('decision', '=', 'approved')
      .orderBy('decided_at', 'desc')
      .executeTakeFirst();
    found.push({ ...value, proposal_id: row?.id ?? null, evidence_id: row?.evidence_id ?? null });
  }
  return found;
}
