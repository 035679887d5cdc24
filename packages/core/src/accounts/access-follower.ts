// Follows which API keys have changed, for a process that keeps all of them in memory. It goes by the entries of the record
// chain, which take the master key to forge: by a column of the rows, somebody with the database alone could hide that a key
// was revoked. What an entry names is read again, and what is not the newest row that this program wrote grants nothing any more.

import { boundTo } from '../store/records/bound.ts';
import { provedRows } from '../store/records/proved.ts';
import type { RowKey } from '../store/records/tracker.ts';
import type { Table } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { type AccessRow, readAccess, readKeys, readKeysOfWorkspace, unchangedKeys } from './access-table.ts';

/** Keys that were read from the store. */
export interface AccessChanges {
  /** `rows` has all keys, and replaces those held before. */
  isComplete: boolean;
  rows: readonly AccessRow[];
  /** What has newer entries: a key with an older version than these, of itself or of its workspace, grants nothing any more. */
  newest: { keys: ReadonlyMap<string, number>; workspaces: ReadonlyMap<string, number> };
}

/** The newest entry of each row that was not read again yet. */
type Pending = Map<string, number>;

export class AccessFollower {
  readonly #db: Queries;
  readonly #keys: Pending = new Map();
  readonly #workspaces: Pending = new Map();
  readonly #terms: Pending = new Map();

  constructor(db: Queries) {
    this.#db = db;
    const pending = new Map<Table, Pending>([
      ['api_keys', this.#keys],
      ['workspaces', this.#workspaces],
      ['terms_acceptances', this.#terms],
    ]);
    boundTo(db).authority.onEntry((table, key, place) => pending.get(table)?.set(idOf(key), place));
  }

  async readAll(): Promise<AccessChanges> {
    await this.#follow();
    for (const pending of [this.#keys, this.#workspaces, this.#terms]) pending.clear();
    return { isComplete: true, rows: await readAccess(this.#db), newest: NOTHING };
  }

  /** null if nothing has changed. If it fails, the next call reads the same changes. */
  async readChanges(): Promise<AccessChanges | null> {
    await this.#follow();
    const keys = new Map(this.#keys);
    const workspaces = new Map(this.#workspaces);
    const terms = new Map(this.#terms);
    if (keys.size + workspaces.size + terms.size === 0) return null;
    const rows = await readKeys(this.#db, [...keys.keys()]);
    for (const id of new Set([...workspaces.keys(), ...(await this.#workspacesOf(terms))]))
      rows.push(...(await readKeysOfWorkspace(this.#db, id)));
    forget(this.#keys, keys);
    forget(this.#workspaces, workspaces);
    forget(this.#terms, terms);
    const newestOfEach = new Map<string, AccessRow>();
    for (const row of rows)
      if (row.version >= (newestOfEach.get(row.keyId)?.version ?? 0)) newestOfEach.set(row.keyId, row);
    return { isComplete: false, rows: [...newestOfEach.values()], newest: { keys, workspaces } };
  }

  /**
   * While the record chain is altered, no entry is believed. A key whose row is not the one that is known grants nothing: it may
   * have been revoked. It does not come back until all keys are read again.
   */
  async readAltered(): Promise<AccessChanges> {
    const unchanged = await unchangedKeys(this.#db);
    const known = [...boundTo(this.#db).authority.keysOf('api_keys')].map(idOf);
    const altered = known.filter((id) => !unchanged.has(id));
    const keys = new Map(altered.map((id) => [id, Number.POSITIVE_INFINITY]));
    return { isComplete: false, rows: [], newest: { ...NOTHING, keys } };
  }

  async #follow(): Promise<void> {
    await boundTo(this.#db).authority.follow(this.#db);
  }

  /** To remove an acceptance from the database takes no rights away that its workspace had by it. */
  async #workspacesOf(terms: Pending): Promise<string[]> {
    if (terms.size === 0) return [];
    const accepted = await provedRows(this.#db, 'terms_acceptances', () =>
      this.#db
        .selectFrom('terms_acceptances')
        .selectAll()
        .where('id', 'in', [...terms.keys()])
        .execute(),
    );
    return accepted.map(({ workspace_id }) => workspace_id);
  }
}

const NOTHING = { keys: new Map<string, number>(), workspaces: new Map<string, number>() };

function idOf(key: RowKey): string {
  return (JSON.parse(key) as [string])[0];
}

/** A row that got another entry meanwhile stays. */
function forget(pending: Pending, read: Pending): void {
  for (const [id, place] of read) if (pending.get(id) === place) pending.delete(id);
}
