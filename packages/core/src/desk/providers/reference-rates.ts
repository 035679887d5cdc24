// Reference rates: the risk-free rate of each currency. A rate is proposed with evidence like any fact, and the newest
// approved one serves every provider that pays in its currency. The rate of bitcoin is 0.00 by definition.

import type { Queries } from '../../store/store.ts';

export interface ReferenceRate {
  currency: string;
  /** Percent per year. */
  rate: string;
  /** The day on which it was last checked. */
  evidence_date: string;
  grade: string;
  source: string;
}

/** The rates that count now, by currency. */
export async function listReferenceRates(db: Queries): Promise<ReferenceRate[]> {
  const rows = await db
    .selectFrom('proposals')
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .leftJoin('retractions', 'retractions.proposal_id', 'proposals.id')
    .select(['proposals.currency', 'proposals.value', 'evidence.evidence_date', 'evidence.grade'])
    .select('evidence.title')
    // As in facts.ts: an index is searched for a range, but not for "is not null".
    .where('proposals.currency', '>', '')
    .where('decisions.decision', '=', 'approved')
    .where('retractions.proposal_id', 'is', null)
    .orderBy('evidence.evidence_date')
    .orderBy('decisions.decided_at')
    .orderBy('proposals.id')
    .execute();
  const newest = new Map(rows.map((row) => [row.currency!, row]));
  return [...newest.values()]
    .map(({ currency, value, evidence_date, grade, title }) => ({
      currency: currency!,
      rate: value,
      evidence_date,
      grade,
      source: title,
    }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
