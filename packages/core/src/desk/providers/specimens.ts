// The specimens: providers whose computation packages anyone may read, because two people decided so.

import { wholeTable } from '../../store/records/proved.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { providerName } from './names.ts';

type SpecimenRow = Database['specimens'];

export interface Specimen {
  provider_id: string;
  slug: string;
  name: string;
  since: number;
  /** Of the current indicator; null if there is none. */
  verification_id: string | null;
}

/** In the order in which they were named. */
export async function listSpecimens(db: Queries | Writes): Promise<Specimen[]> {
  const named = (await newestRows(db)).filter(({ state }) => state === 'named');
  if (named.length === 0) return [];
  const rows = await db
    .selectFrom('provider_states')
    .innerJoin('providers', 'providers.id', 'provider_states.provider_id')
    .select(['providers.id', 'providers.slug', 'provider_states.verification_id'])
    .select(providerName('providers.id').as('name'))
    .where(
      'providers.id',
      'in',
      named.map(({ provider_id }) => provider_id),
    )
    .execute();
  const byId = new Map(rows.map(({ id, ...row }) => [id, { provider_id: id, ...row }]));
  return named.flatMap(({ provider_id, since }) => {
    const row = byId.get(provider_id);
    return row === undefined ? [] : [{ ...row, since }];
  });
}

export async function isSpecimen(db: Queries | Writes, providerId: string): Promise<boolean> {
  return (await newestRows(db)).some(
    ({ provider_id, state }) => provider_id === providerId && state === 'named',
  );
}

/** One row a provider. A row that somebody else wrote does not count; if one is missing, this throws. */
async function newestRows(db: Queries | Writes): Promise<SpecimenRow[]> {
  const rows = await wholeTable(db, 'specimens', () =>
    db.selectFrom('specimens').selectAll().orderBy('seq').execute(),
  );
  const newest = new Map<string, SpecimenRow>();
  for (const row of rows) {
    // At its new place.
    newest.delete(row.provider_id);
    newest.set(row.provider_id, row);
  }
  return [...newest.values()];
}
