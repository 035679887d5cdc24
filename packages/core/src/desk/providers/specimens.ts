// The specimens: providers whose computation packages anyone may read, because two people decided so.

import { fold } from '../../store/fold.ts';
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

/** By name. */
export async function listSpecimens(db: Queries | Writes): Promise<Specimen[]> {
  const named = (await newestRows(db)).filter(({ state }) => state === 'named');
  if (named.length === 0) return [];
  const since = new Map(named.map((row) => [row.provider_id, row.since]));
  const rows = await db
    .selectFrom('provider_states')
    .innerJoin('providers', 'providers.id', 'provider_states.provider_id')
    .select(['providers.id', 'providers.slug', 'provider_states.verification_id'])
    .select(providerName('providers.id').as('name'))
    .where('providers.id', 'in', [...since.keys()])
    .execute();
  return rows
    .map(({ id, ...row }) => ({ provider_id: id, ...row, since: since.get(id)! }))
    .sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1));
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
  return [...new Map(rows.map((row) => [row.provider_id, row])).values()];
}
