// What a restore brought that decides who has power over the store: people, their tokens and the newest checkpoint.

import type { Queries } from './store.ts';

export interface RestoredContent {
  /** People who were not retired. */
  staff: number;
  /** Staff tokens that work: confirmed, not revoked, of somebody who was not retired. */
  active_staff_tokens: number;
  newest_checkpoint: { tree_size: number; created_at: number } | null;
}

export async function restoredContent(db: Queries): Promise<RestoredContent> {
  const people = await db
    .selectFrom('staff')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow();
  const tokens = await db
    .selectFrom('staff_tokens')
    .innerJoin('staff', 'staff.id', 'staff_tokens.staff_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('retired_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const newest = await db
    .selectFrom('checkpoints')
    .select(['tree_size', 'created_at'])
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    staff: Number(people.count),
    active_staff_tokens: Number(tokens.count),
    newest_checkpoint: newest ?? null,
  };
}
