// Counts the open proposals for the pages of the desk, without reading them.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { sql } from 'kysely';
import type { Queries } from '../../store/store.ts';
import { waitingDecisions } from './pending-rows.ts';

/** A proposal that somebody has just decided, and can take back, waits for nobody. */
export async function countOpen(db: Queries, reader: string | null): Promise<DomainAnswerOf<'inputs.count'>> {
  const isAsked = sql<number>`case when (
    select m.kind from proposal_messages m where m.proposal_id = proposals.id order by m.written_at desc limit 1
  ) = 'question' then 1 else 0 end`;
  const pending = new Set((await waitingDecisions(db)).map(({ proposal_id }) => proposal_id));
  const undecided = await db
    .selectFrom('proposals')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['proposals.id', 'proposals.proposed_by', isAsked.as('asked')])
    .where('proposals.id', 'in', db.selectFrom('open_proposals').select('proposal_id'))
    .where('decisions.proposal_id', 'is', null)
    .execute();
  const rows = undecided.filter(({ id }) => !pending.has(id));
  const own = rows.filter(({ proposed_by }) => proposed_by === reader);
  const others = rows.filter(({ proposed_by }) => proposed_by !== reader);
  const isReturned = ({ asked }: { asked: number }) => asked === 1;
  const returned = others.filter(isReturned).length;
  return {
    waiting: others.length - returned,
    asked: returned,
    own: own.length,
    to_answer: own.filter(isReturned).length,
  };
}
