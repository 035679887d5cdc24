// The timeline's entries about inputs: proposed, decided and retracted, and the evidence for them.

import type { Queries } from '../../store/store.ts';
import { STRUCTURE_FACTS } from '../facts/fact-definitions.ts';
import { entry, type TimelineKind, type TimelineSource } from './timeline-entry.ts';

const YIELDS: readonly string[] = ['yield_min', 'yield_max', 'payout_currency'];

function kindOf(input: string): TimelineKind {
  if (STRUCTURE_FACTS.includes(input)) return 'flags';
  return YIELDS.includes(input) ? 'yields' : 'inputs';
}

function proposals(db: Queries, providerId: string) {
  return db
    .selectFrom('proposals')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .select(['proposals.id as proposal_id', 'input_id', 'value', 'renewal', 'evidence_id', 'grade'])
    .where('provider_id', '=', providerId);
}

/** Once somebody has decided, the decision says it all. */
export const proposed: TimelineSource = async (db, providerId) => {
  const rows = await proposals(db, providerId)
    .innerJoin('staff', 'staff.id', 'proposals.proposed_by')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['proposed_at', 'staff.name'])
    .where('decisions.proposal_id', 'is', null)
    .execute();
  return rows.map(({ proposed_at, name, input_id, renewal: _, ...row }) =>
    entry({
      ...row,
      ...{ id: `proposed ${row.proposal_id}`, at: proposed_at, kind: kindOf(input_id), what: 'proposed' },
      ...{ who: name, input: input_id },
    }),
  );
};

export const decided: TimelineSource = async (db, providerId) => {
  const rows = await proposals(db, providerId)
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .innerJoin('staff', 'staff.id', 'decisions.decided_by')
    .select(['decided_at', 'decision', 'reason', 'staff.name'])
    .execute();
  return rows.map(({ decided_at, decision, reason, name, input_id, renewal, ...row }) =>
    entry({
      ...row,
      ...{ id: `decided ${row.proposal_id}`, at: decided_at, kind: kindOf(input_id) },
      what: decision === 'approved' && renewal === 1 ? 'renewed' : decision,
      ...{ who: name, input: input_id, text: reason },
    }),
  );
};

export const retracted: TimelineSource = async (db, providerId) => {
  const rows = await proposals(db, providerId)
    .innerJoin('retractions', 'retractions.proposal_id', 'proposals.id')
    .leftJoin('staff', 'staff.id', 'retractions.retracted_by')
    .select(['retracted_at', 'reason', 'staff.name'])
    .execute();
  return rows.map(({ retracted_at, reason, name, input_id, renewal: _, ...row }) =>
    entry({
      ...row,
      ...{ id: `retracted ${row.proposal_id}`, at: retracted_at, kind: 'corrections', what: 'retracted' },
      ...{ who: name, input: input_id, text: reason },
    }),
  );
};

/** Each piece once, however many values it supports. */
export const evidence: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('evidence')
    .innerJoin('staff', 'staff.id', 'evidence.recorded_by')
    .select(['evidence.id', 'evidence.title', 'evidence.grade', 'evidence.recorded_at', 'staff.name'])
    .where('evidence.id', 'in', (from) =>
      from.selectFrom('proposals').select('evidence_id').where('provider_id', '=', providerId),
    )
    .execute();
  return rows.map(({ id, title, grade, recorded_at, name }) =>
    entry({
      ...{ id: `evidence ${id}`, at: recorded_at, kind: 'evidence', what: 'recorded' },
      ...{ who: name, text: title, grade, evidence_id: id },
    }),
  );
};
