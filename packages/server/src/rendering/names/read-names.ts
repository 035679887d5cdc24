// Reads the current and former names of all providers that have ever had a published indicator.

import type { Queries } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { type NamedProvider, NameIndex } from './name-index.ts';

/** Returns a function that reads the names and rebuilds the index only if a name changed. */
export function namesOf(db: Queries): () => Promise<NameIndex> {
  let known = '';
  let index = new NameIndex([]);
  return async () => {
    const providers = await readNames(db);
    const text = JSON.stringify(providers);
    if (text !== known) {
      index = new NameIndex(providers);
      known = text;
    }
    return index;
  };
}

async function readNames(db: Queries): Promise<NamedProvider[]> {
  // Providers without a publication stay private. Providers with a withdrawn indicator still have a history.
  const rows = await db
    .selectFrom('provider_states')
    .innerJoin('providers', 'providers.id', 'provider_states.provider_id')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'providers.id')
    .select(['providers.id', 'providers.slug', 'provider_versions.name', 'provider_versions.aliases'])
    .where(
      'provider_versions.version',
      '=',
      sql<number>`(select max(v.version) from provider_versions v where v.provider_id = providers.id)`,
    )
    .orderBy('providers.id')
    .execute();
  const slugs = await db.selectFrom('provider_slugs').selectAll().orderBy('slug').execute();
  const former = Map.groupBy(slugs, ({ provider_id }) => provider_id);
  return rows.map(({ id, slug, name, aliases }) => ({
    id,
    slug,
    name,
    formerNames: JSON.parse(aliases) as string[],
    formerSlugs: (former.get(id) ?? []).map((row) => row.slug),
  }));
}
