// Names providers by slug, in messages that people read.

import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';

const MOST_NAMED = 20;

/** "a, b and 3 more": the slugs of these providers, sorted; an unknown id stays an id. */
export async function slugsOf(db: Queries | Writes, ids: readonly string[]): Promise<string> {
  const slugs = new Map<string, string>();
  for (const portion of inPortions(ids)) {
    const rows = await db.selectFrom('providers').select(['id', 'slug']).where('id', 'in', portion).execute();
    for (const { id, slug } of rows) slugs.set(id, slug);
  }
  const sorted = ids.map((id) => slugs.get(id) ?? id).sort();
  const named = sorted.slice(0, MOST_NAMED).join(', ');
  return sorted.length <= MOST_NAMED ? named : `${named} and ${sorted.length - MOST_NAMED} more`;
}
