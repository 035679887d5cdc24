// The titles of the newest evidence in memory, to search in. Evidence is only ever added, so a search reads no more than what
// was added since the last one, which the record chain tells.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Portion, timeOrder } from '../../context/paging.ts';
import { inPortions } from '../../store/bulk.ts';
import { fold } from '../../store/fold.ts';
import { changesSince, newestEntry } from '../../store/records/changes-since.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';

/** Titles of earlier evidence have to be looked up in the list of evidence. */
const MOST = 20_000;

type EvidenceRow = Pick<Database['evidence'], 'id' | 'title' | 'sha256' | 'recorded_at'>;

interface TitledEvidence {
  id: string;
  folded: string;
  sha256: string | null;
}

/** Others are served between these portions. */
const READ_AT_ONCE = 2000;
const NEWEST_FIRST = timeOrder<EvidenceRow>(
  'titles',
  'newest',
  ['evidence.recorded_at', 'evidence.id'],
  ({ recorded_at, id }) => [recorded_at, id],
);

const known = new WeakMap<Queries, NewestTitles>();

/** Ids of the newest evidence with this text in its title, or with a document whose digest begins with it: one of each title. */
export async function findTitled(db: Queries, part: string, most: number): Promise<string[]> {
  let titles = known.get(db);
  if (titles === undefined) {
    titles = new NewestTitles(db);
    known.set(db, titles);
  }
  return titles.find(part, most);
}

class NewestTitles {
  readonly #db: Queries;
  /** By title, the oldest first. */
  readonly #titles = new Map<string, TitledEvidence>();
  #updating: Promise<void> = Promise.resolve();
  /** The newest entry of the record chain when titles were last read; null before the first search. */
  #newest: number | null = null;

  constructor(db: Queries) {
    this.#db = db;
  }

  async find(part: string, most: number): Promise<string[]> {
    const update = () => this.#update();
    this.#updating = this.#updating.then(update, update);
    await this.#updating;
    const found: string[] = [];
    for (const { id, folded, sha256 } of [...this.#titles.values()].reverse()) {
      if (folded.includes(part) || sha256?.startsWith(part) === true) found.push(id);
      if (found.length === most) break;
    }
    return found;
  }

  async #update(): Promise<void> {
    if (this.#newest === null) {
      // What is recorded while the titles are read is read again.
      const newest = await newestEntry(this.#db);
      const rows = await this.#readNewest();
      this.#add(rows.reverse());
      this.#newest = newest;
      return;
    }
    const { newest, lists } = await changesSince(this.#db, this.#newest, ['evidence']);
    for (const portion of inPortions(lists.get('evidence') ?? [])) {
      const added = this.#evidence().where(sql<number>`chain_list`, 'in', portion);
      this.#add(await added.orderBy('recorded_at').orderBy('id').execute());
    }
    this.#newest = newest;
    for (const title of this.#titles.keys()) {
      if (this.#titles.size <= MOST) break;
      this.#titles.delete(title);
    }
  }

  /** Newest first. */
  async #readNewest(): Promise<EvidenceRow[]> {
    const rows: EvidenceRow[] = [];
    for (let after: Portion['after']; rows.length < MOST; ) {
      const portion = await NEWEST_FIRST.select(this.#evidence(), { after, limit: READ_AT_ONCE }).execute();
      rows.push(...portion);
      if (portion.length < READ_AT_ONCE) break;
      const { recorded_at, id } = portion.at(-1)!;
      after = [recorded_at, id];
      await nextTurn();
    }
    return rows;
  }

  #evidence() {
    return this.#db.selectFrom('evidence').select(['id', 'title', 'sha256', 'recorded_at']);
  }

  /** The newest becomes the last of the map. */
  #add(rows: readonly EvidenceRow[]): void {
    for (const { title, id, sha256 } of rows) {
      const folded = this.#titles.get(title)?.folded ?? fold(title);
      this.#titles.delete(title);
      this.#titles.set(title, { id, folded, sha256 });
    }
  }
}
