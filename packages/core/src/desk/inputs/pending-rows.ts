// The rows of decisions that are not in force yet. One that somebody wrote in the database, or put back, counts as if it did
// not exist: otherwise it would become a decision in the name of the person that it says.

import { inPortions } from '../../store/bulk.ts';
import { recordedRows } from '../../store/records/recorded.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';

export type PendingRow = Database['pending_decisions'];

/** By proposal. Those that have lapsed are included. */
export async function pendingOf(
  db: Queries | Writes,
  proposalIds: readonly string[],
): Promise<Map<string, PendingRow>> {
  const found = new Map<string, PendingRow>();
  for (const portion of inPortions(proposalIds)) {
    const rows = await recordedRows(db, 'pending_decisions', () =>
      db.selectFrom('pending_decisions').selectAll().where('proposal_id', 'in', portion).execute(),
    );
    for (const row of rows) found.set(row.proposal_id, row);
  }
  return found;
}

/** All that wait to be put in force. */
export function waitingDecisions(db: Queries | Writes): Promise<PendingRow[]> {
  return recordedRows(db, 'pending_decisions', () =>
    db.selectFrom('pending_decisions').selectAll().where('lapsed_at', 'is', null).execute(),
  );
}

/** Those of a group that wait to be put in force, which is about to happen. */
export function waitingOfGroup(writes: Writes, groupId: string): Promise<PendingRow[]> {
  return recordedRows(
    writes,
    'pending_decisions',
    () =>
      writes
        .selectFrom('pending_decisions')
        .selectAll()
        .where('group_id', '=', groupId)
        .where('lapsed_at', 'is', null)
        .orderBy('proposal_id')
        .execute(),
    { throughout: true },
  );
}

export async function deletePending(writes: Writes, proposalIds: readonly string[]): Promise<void> {
  for (const portion of inPortions(proposalIds))
    await writes.deleteFrom('pending_decisions').where('proposal_id', 'in', portion).execute();
}

/** The rows by the batch of their proposals, which audit records name. */
export async function byBatch(
  writes: Writes,
  rows: readonly PendingRow[],
): Promise<Map<string, PendingRow[]>> {
  const batchOf = new Map<string, string>();
  for (const portion of inPortions(rows.map(({ proposal_id }) => proposal_id))) {
    const found = await writes
      .selectFrom('proposals')
      .select(['id', 'batch_id'])
      .where('id', 'in', portion)
      .execute();
    for (const { id, batch_id } of found) batchOf.set(id, batch_id);
  }
  return Map.groupBy(rows, ({ proposal_id }) => batchOf.get(proposal_id)!);
}

/** By id, the names of the people who decided. */
export async function decidersOf(
  db: Queries | Writes,
  rows: readonly PendingRow[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ decided_by }) => decided_by))];
  if (ids.length === 0) return new Map();
  const people = await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}
