// The providers that a policy is about.

import type { Policy } from '@rf-indicators/engine';
import type { Queries } from '../store/store.ts';

/** Sorted ids: those that it names, or all that were ever scored. Others are blocked, like what is unknown. */
export async function scopeOf(db: Queries, { scope }: Policy): Promise<string[]> {
  if (scope !== 'all') return [...scope].sort();
  const rows = await db.selectFrom('provider_states').select('provider_id').orderBy('provider_id').execute();
  return rows.map(({ provider_id }) => provider_id);
}
