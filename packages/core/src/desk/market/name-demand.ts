// Who asked for a score of the same name: workspaces, for names in their books, and the public. Only their number is known to staff.

import { sql } from 'kysely';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';

export interface Demand {
  workspaces: number;
  /** Senders of the public page, by their contact; those without one count as one. */
  others: number;
}

/** By folded name, whatever became of the requests. */
export async function demandOf(
  db: Queries | Writes,
  nameKeys: readonly string[],
): Promise<ReadonlyMap<string, Demand>> {
  const demand = new Map<string, Demand>();
  for (const portion of inPortions([...new Set(nameKeys)])) {
    for (const key of portion) demand.set(key, { workspaces: 0, others: 0 });
    const workspaces = await db
      .selectFrom('coverage_requests')
      .select(({ fn }) => ['name_key', fn.countAll().as('count')])
      .where('name_key', 'in', portion)
      .groupBy('name_key')
      .execute();
    for (const { name_key, count } of workspaces) demand.get(name_key)!.workspaces = Number(count);
    const others = await db
      .selectFrom('score_requests')
      .select(({ fn }) => [
        'name_key',
        fn.count(sql`lower(contact_email)`).distinct().as('named'),
        fn.max(sql<number>`case when contact_email is null then 1 else 0 end`).as('unnamed'),
      ])
      .where('name_key', 'in', portion)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('coverage_requests')
              .select('coverage_requests.request_id')
              .whereRef('coverage_requests.request_id', '=', 'score_requests.id'),
          ),
        ),
      )
      .groupBy('name_key')
      .execute();
    for (const { name_key, named, unnamed } of others)
      demand.get(name_key!)!.others = Number(named) + Number(unnamed);
  }
  return demand;
}
