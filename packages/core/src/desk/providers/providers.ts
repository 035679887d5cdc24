// Finds and lists providers.

import { sql } from 'kysely';
import { readIdentifiersColumn } from '../../context/identifiers.ts';
import { ListOrder, type Portion } from '../../context/paging.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { identifierKey, takenSentence } from './identifiers.ts';
import type { ProviderRecord } from './provider-record.ts';

export interface Provider extends ProviderRecord {
  id: string;
  slug: string;
  version: number;
  created_at: number;
  retired_at: number | null;
}

/** Finds a provider by its id, slug or a former slug; null if there is none. */
export async function findProvider(db: Queries | Writes, idOrSlug: string): Promise<Provider | null> {
  return (await findProviders(db, [idOrSlug])).get(idOrSlug) ?? null;
}

export async function requireProvider(db: Queries | Writes, idOrSlug: string): Promise<Provider> {
  const provider = await findProvider(db, idOrSlug);
  if (provider !== null) return provider;
  throw new Refusal('not_found', `No provider has the id or slug "${idOrSlug}".`);
}

/** Finds many providers at once, by the given keys; unknown keys are left out. */
export async function findProviders(
  db: Queries | Writes,
  keys: readonly string[],
): Promise<Map<string, Provider>> {
  const known = new Map<string, Provider>();
  for (const portion of inPortions([...new Set(keys)])) {
    const former = await latestRecords(db)
      .innerJoin('provider_slugs', 'provider_slugs.provider_id', 'providers.id')
      .select('provider_slugs.slug as former_slug')
      .where('provider_slugs.slug', 'in', portion)
      .execute();
    for (const row of former) known.set(row.former_slug, asProvider(row));
    const current = await latestRecords(db)
      .where(({ eb, or }) => or([eb('providers.id', 'in', portion), eb('providers.slug', 'in', portion)]))
      .execute();
    for (const row of current) known.set(row.provider_id, asProvider(row)).set(row.slug, asProvider(row));
  }
  return new Map(keys.flatMap((key) => (known.has(key) ? [[key, known.get(key)!]] : [])));
}

export const PROVIDER_ORDER = new ListOrder<Provider>(
  'providers',
  [{ by: 'providers.slug', type: 'text' }],
  ({ slug }) => [slug],
);

/** Lists providers by slug. */
export async function listProviders(
  db: Queries | Writes,
  { retired = false, ...portion }: Portion & { retired?: boolean } = {},
): Promise<Provider[]> {
  const all = PROVIDER_ORDER.select(latestRecords(db), portion);
  const rows = await (retired ? all : all.where('retired_at', 'is', null)).execute();
  return rows.map(asProvider);
}

/** The records of providers as they are now. */
export function latestRecords(db: Queries | Writes) {
  return db
    .selectFrom('providers')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'providers.id')
    .selectAll('provider_versions')
    .select(['providers.slug', 'providers.created_at', 'providers.retired_at'])
    .where(
      'provider_versions.version',
      '=',
      sql<number>`(select max(v.version) from provider_versions v where v.provider_id = providers.id)`,
    );
}

type LatestRow = Awaited<ReturnType<ReturnType<typeof latestRecords>['executeTakeFirstOrThrow']>>;

export function asProvider(row: LatestRow): Provider {
  return {
    id: row.provider_id,
    slug: row.slug,
    version: row.version,
    created_at: row.created_at,
    retired_at: row.retired_at,
    name: row.name,
    aliases: JSON.parse(row.aliases),
    provider_subtype: row.subtype,
    website: row.website,
    identifiers: readIdentifiersColumn(row.identifiers),
  };
}

/** Refuses an identifier that another provider has: it belongs to one at a time. */
export async function refuseTakenIdentifiers(
  db: Queries | Writes,
  { id, identifiers }: Provider,
): Promise<void> {
  if (identifiers.length === 0) return;
  const own = new Set(identifiers.map(identifierKey));
  const others = await latestRecords(db)
    .where('provider_versions.identifiers', 'is not', null)
    .where('providers.id', '!=', id)
    .execute();
  for (const other of others.map(asProvider)) {
    const taken = other.identifiers.find((identifier) => own.has(identifierKey(identifier)));
    if (taken !== undefined) throw new Refusal('conflict', `${takenSentence(taken, other)}.`);
  }
}
