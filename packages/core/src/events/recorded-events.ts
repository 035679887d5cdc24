// Which events are what was recorded: their rows agree with the record chain. Others were changed or added by somebody who
// can write to the database, and are not sent to anyone.

import { entryProblem } from '../store/records/entry-check.ts';
import { type Queries, untyped, type Writes } from '../store/store.ts';

export async function recordedEvents<Event extends { id: string }>(
  db: Queries | Writes,
  events: readonly Event[],
): Promise<Event[]> {
  if (events.length === 0) return [];
  const rows = (await untyped(db)
    .selectFrom('events')
    .select(['id', 'chain_list'])
    .where(
      'id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()) as { id: string; chain_list: number | null }[];
  const listOf = new Map(rows.map(({ id, chain_list }) => [id, chain_list]));
  const lists = [...new Set(listOf.values())].filter((list) => list !== null);
  const sound = new Set<number>();
  if (lists.length > 0) {
    const entries = await db
      .selectFrom('record_chain')
      .selectAll()
      .where('table_name', '=', 'events')
      .where('list', 'in', lists)
      .where('salt', 'is not', null)
      .execute();
    for (const entry of entries)
      if ((await entryProblem(db as Queries, entry)) === null) sound.add(entry.list!);
  }
  return events.filter(({ id }) => sound.has(listOf.get(id) ?? -1));
}
