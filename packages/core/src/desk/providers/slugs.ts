// Slugs of providers, for messages that people read.

import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';

/** The slugs of these providers, sorted; an unknown id stays an id. */
export async function slugsOf(db: Queries | Writes, ids: readonly string[]): Promise<string[]> {
  const slugs = new Map<string, string>();
  for (const portion of inPortions(ids)) {
    const rows = await db.selectFrom('providers').select(['id', 'slug']).where('id', 'in', portion).execute();
    for (const { id, slug } of rows) slugs.set(id, slug);
  }
  return ids.map((id) => slugs.get(id) ?? id).sort();
}
