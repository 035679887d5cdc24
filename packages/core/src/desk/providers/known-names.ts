// The names of all providers in memory, to search in: names, other names, ids, identifiers, and all slugs that they ever had. A search reads
// only what was recorded since the last one, which the record chain tells.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { fold, type NameRank, nameRank, typedName } from '@rf-indicators/contract/search';
import { sql } from 'kysely';
import { readIdentifiersColumn } from '../../context/identifiers.ts';
import { inPortions } from '../../store/bulk.ts';
import { changesSince, newestEntry } from '../../store/records/changes-since.ts';
import type { Table } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { latestRecords } from './providers.ts';

interface KnownName {
  id: string;
  name: string;
  /** Folded. */
  texts: readonly string[];
}

export interface FoundName {
  id: string;
  rank: NameRank;
}

/** Others are served between these portions. */
const READ_AT_ONCE = 500;
const NAMING_TABLES: readonly Table[] = ['providers', 'provider_versions', 'provider_slugs'];

const known = new WeakMap<Queries, KnownNames>();

/** The providers that have this text in a name, the best first and then by name. */
export async function findByName(db: Queries, text: string): Promise<FoundName[]> {
  let names = known.get(db);
  if (names === undefined) {
    names = new KnownNames(db);
    known.set(db, names);
  }
  return names.find(fold(text));
}

class KnownNames {
  readonly #db: Queries;
  readonly #names = new Map<string, KnownName>();
  #byName: readonly KnownName[] = [];
  /** The newest entry of the record chain when names were last read; null before the first search. */
  #newest: number | null = null;
  /** One after the other, so that none goes back to an older state. */
  #updating: Promise<void> = Promise.resolve();

  constructor(db: Queries) {
    this.#db = db;
  }

  async find(part: string): Promise<FoundName[]> {
    const update = () => this.#update();
    this.#updating = this.#updating.then(update, update);
    await this.#updating;
    const typed = typedName(part);
    // They come by name, so those of one rank need no sorting.
    const found: FoundName[][] = [];
    for (const { id, texts } of this.#byName) {
      let best: NameRank | null = null;
      for (const text of texts) {
        const rank = nameRank(text, typed);
        if (rank !== null && (best === null || rank < best)) best = rank;
      }
      if (best === null) continue;
      found[best] ??= [];
      found[best]!.push({ id, rank: best });
    }
    return found.flat();
  }

  async #update(): Promise<void> {
    if (this.#newest === null) {
      // What is recorded while the names are read is read again.
      const newest = await newestEntry(this.#db);
      await this.#readAll();
      this.#newest = newest;
    } else {
      const { newest, lists, keys } = await changesSince(this.#db, this.#newest, NAMING_TABLES);
      const changed = new Set(keys.get('providers'));
      for (const table of ['provider_versions', 'provider_slugs'] as const)
        for (const id of await this.#providersIn(table, lists.get(table) ?? [])) changed.add(id);
      for (const portion of inPortions([...changed])) await this.#read(portion);
      this.#newest = newest;
      if (changed.size === 0) return;
    }
    this.#byName = [...this.#names.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async #readAll(): Promise<void> {
    const providers = this.#db.selectFrom('providers').select('id').orderBy('id').limit(READ_AT_ONCE);
    for (let last = ''; ; ) {
      const ids = (await providers.where('id', '>', last).execute()).map(({ id }) => id);
      if (ids.length === 0) return;
      await this.#read(ids);
      last = ids.at(-1)!;
      await nextTurn();
    }
  }

  async #providersIn(
    table: 'provider_versions' | 'provider_slugs',
    lists: readonly number[],
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const portion of inPortions(lists)) {
      const rows = await this.#db
        .selectFrom(table)
        .select('provider_id')
        .where(sql<number>`chain_list`, 'in', portion)
        .execute();
      for (const { provider_id } of rows) ids.push(provider_id);
    }
    return ids;
  }

  async #read(ids: readonly string[]): Promise<void> {
    const rows = await latestRecords(this.#db)
      .where('providers.id', 'in', [...ids])
      .execute();
    const slugs = await this.#db
      .selectFrom('provider_slugs')
      .selectAll()
      .where('provider_id', 'in', [...ids])
      .execute();
    const slugsOf = Map.groupBy(slugs, ({ provider_id }) => provider_id);
    for (const { provider_id: id, name, slug, aliases, identifiers } of rows) {
      const others = (slugsOf.get(id) ?? []).map((row) => row.slug);
      const values = readIdentifiersColumn(identifiers).map(({ value }) => value);
      const texts = [name, slug, id, ...(JSON.parse(aliases) as string[]), ...others, ...values].map(fold);
      this.#names.set(id, { id, name, texts: [...new Set(texts)] });
    }
  }
}
