// What is open about providers: proposals without a decision, who looks after inputs, and what waits for a second person.

import type { Queries } from '../../store/store.ts';
import { openWithdrawals, waitingRuns } from './waiting.ts';

export interface OpenWork {
  open_proposals: number;
  /** Names. */
  assignees: string[];
  /** The run whose result for this provider waits for a second person; null if none does. */
  waiting_run: string | null;
  /** The request to withdraw its indicator that waits; null if there is none. */
  waiting_withdrawal: string | null;
}

/** Finds it for each of these providers. */
export async function openWork(
  db: Queries,
  ids: readonly string[],
  now: number,
): Promise<(id: string) => OpenWork> {
  const proposals = await openProposals(db, ids);
  const assignees = await assigneesOf(db, ids);
  const runs = await waitingRuns(db, ids);
  const withdrawals = await openWithdrawals(db, ids, now);
  return (id) => ({
    open_proposals: proposals.get(id) ?? 0,
    assignees: assignees.get(id) ?? [],
    waiting_run: runs.get(id) ?? null,
    waiting_withdrawal: withdrawals.get(id) ?? null,
  });
}

async function openProposals(db: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('open_proposals')
    .crossJoin('proposals')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['provider_id', ({ fn }) => fn.countAll().as('open')])
    .whereRef('proposals.id', '=', 'open_proposals.proposal_id')
    .where('provider_id', 'in', ids)
    .where('decisions.proposal_id', 'is', null)
    .groupBy('provider_id')
    .execute();
  return new Map(rows.map(({ provider_id, open }) => [provider_id!, Number(open)]));
}

async function assigneesOf(db: Queries, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('due_notes')
    .innerJoin('staff', 'staff.id', 'due_notes.assignee')
    .select(['provider_id', 'staff.name'])
    .distinct()
    .where('provider_id', 'in', ids)
    .orderBy('staff.name')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ provider_id }) => provider_id)].map(([id, own]) => [
      id,
      own.map(({ name }) => name),
    ]),
  );
}
