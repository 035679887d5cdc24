// Reads the current and former names of all providers that have ever had a published indicator.

import { plainIdentifiers, readIdentifiersColumn } from '@rf-indicators/core/context/identifiers';
import type { Queries } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { type NamedProvider, NameIndex } from './name-index.ts';

export interface Names {
  (): Promise<NameIndex>;
  /** Something was published: names may have changed. */
  expire(): void;
}

/** An index of many names takes memory, so one that nobody asks for is dropped. */
const IDLE_MS = 10 * 60_000;

/** Reads the names when they are first asked for, and again if they may have changed. */
export function namesOf(db: Queries): Names {
  let known: { index: NameIndex; text: string } | null = null;
  let reading: Promise<NameIndex> | null = null;
  const dropping = setTimeout(() => {
    known = null;
    reading = null;
  }, IDLE_MS).unref();
  const read = async () => {
    const providers = await readNames(db);
    const text = JSON.stringify(providers);
    // Most publications change no name.
    if (known?.text !== text) known = { index: new NameIndex(providers), text };
    return known.index;
  };
  const names = () => {
    dropping.refresh();
    if (reading === null) {
      const own = read();
      reading = own;
      // Requests that are waiting get the error; the next one tries again.
      own.catch(() => {
        if (reading === own) reading = null;
      });
    }
    return reading;
  };
  return Object.assign(names, {
    expire: () => {
      reading = null;
    },
  });
}

async function readNames(db: Queries): Promise<NamedProvider[]> {
  // Providers without a publication stay private. Providers with a withdrawn indicator still have a history.
  const rows = await db
    .selectFrom('provider_states')
    .innerJoin('providers', 'providers.id', 'provider_states.provider_id')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'providers.id')
    .select(['providers.id', 'providers.slug', 'provider_versions.name', 'provider_versions.aliases'])
    .select(['provider_versions.identifiers', 'provider_states.verification_id'])
    .where(
      'provider_versions.version',
      '=',
      sql<number>`(select max(v.version) from provider_versions v where v.provider_id = providers.id)`,
    )
    .orderBy('providers.id')
    .execute();
  const slugs = await db.selectFrom('provider_slugs').selectAll().orderBy('slug').execute();
  const slugsOf = Map.groupBy(slugs, ({ provider_id }) => provider_id);
  // What a provider was called before its first indicator is in no leaf of the log, and stays private.
  const namings = await db
    .selectFrom('provider_namings')
    .select(['provider_id', 'name', 'slug'])
    .orderBy('seq', 'desc')
    .execute();
  const namingsOf = Map.groupBy(namings, ({ provider_id }) => provider_id);
  return rows.map(({ id, slug, name, aliases, identifiers, verification_id }) => {
    const published = namingsOf.get(id) ?? [];
    const formerNames = without(
      name,
      published.map((naming) => naming.name),
    );
    const others = without(name, JSON.parse(aliases) as string[]);
    return {
      ...{ id, slug, name, formerNames },
      otherNames: others.filter((other) => !formerNames.includes(other)),
      formerSlugs: without(
        slug,
        published.map((naming) => naming.slug),
      ),
      slugs: (slugsOf.get(id) ?? []).map((row) => row.slug),
      identifiers: plainIdentifiers(readIdentifiersColumn(identifiers)),
      isWithdrawn: verification_id === null,
    };
  });
}

/** Each once. */
function without(current: string, texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== current);
}
