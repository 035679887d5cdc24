// The name of a provider in a query: that of its newest version.

import { type RawBuilder, sql } from 'kysely';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';

/** `column` has the provider's id. */
export function providerName(column: string): RawBuilder<string> {
  return sql`(select v.name from provider_versions v
    where v.provider_id = ${sql.ref(column)} order by v.version desc limit 1)`;
}

/** These providers with their names, by id. */
export async function namedProviders(
  db: Queries | Writes,
  ids: readonly string[],
): Promise<Map<string, { slug: string; name: string }>> {
  const names = new Map<string, { slug: string; name: string }>();
  for (const portion of inPortions([...new Set(ids)])) {
    const rows = await db
      .selectFrom('providers')
      .select(['id', 'slug', providerName('providers.id').as('name')])
      .where('id', 'in', portion)
      .execute();
    for (const { id, ...named } of rows) names.set(id, named);
  }
  return names;
}
