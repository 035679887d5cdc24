// What is known of the rows that decide who may do what. Each of them has an entry in the record chain with a MAC; these
// entries form a chain of their own, so that none can be left out or put back. A process keeps the digest of each such row in
// memory, and a row that differs from it grants nothing: somebody else wrote it, or put an older one back.

import { hasAuthority, holderColumns, orderOf, type Row, type Table } from '../schema.ts';
import { type Queries, StoreError, type Writes } from '../store.ts';
import { ALTERED, OTHER_MASTER_KEY } from '../store-fault.ts';
import {
  type AuthorityTip,
  digestRows,
  FIRST_AUTHORITY,
  isLinked,
  type LinkedEntry,
  linkedEntries,
} from './chain.ts';
import { type ChainKey, type ChainKeySource, keyIdIn } from './mac.ts';
import { MacCheck } from './mac-check.ts';
import { type RowKey, rowKey, type WriteTracker } from './tracker.ts';

const ENTRIES_AT_ONCE = 5000;
/**
 * Few, so that PostgreSQL uses the index of these entries. To read the whole table in a transaction would conflict with
 * everything that others record meanwhile.
 */
const NEWER_AT_ONCE = 50;

interface Known {
  salt: string | null;
  digest: string;
  /** The number of the entry among those that decide who may do what. */
  place: number;
  /** The columns by which rows of a holder are found; null until the row was read and is the one of the entry. */
  held: Row | null;
}

/** Called for each entry that is read. */
type EntryListener = (table: Table, key: RowKey, place: number) => void;

/** The entries that decide who may do what are not those that this program wrote, so nobody may do anything. */
export class ForgedAuthority extends StoreError {
  readonly code: string = ALTERED;

  constructor(why: string) {
    super(
      `The records of who may do what were altered: ${why}. Nothing is permitted until this is resolved. Run rf verify --all, ` +
        'and restore a backup with rf restore.',
    );
  }
}

/** The process does not have the key of an entry: the master key was replaced, or somebody forged the entry. */
export class UnknownMasterKey extends StoreError {
  readonly code = OTHER_MASTER_KEY;

  constructor(seq: number, keyId: string, ids: readonly string[]) {
    super(
      `Entry ${seq} of the record chain has a MAC of the master key ${keyId}, which this process does not have (it has ` +
        `${ids.join(' and ')}). Nothing is permitted. If the master key was replaced, set the new one in RF_MASTER_KEY or ` +
        'master.key, and keep the older one after it until rf master-key drop. If nobody replaced it, somebody altered the ' +
        'store: run rf verify --all.',
    );
  }
}

/** Differs from an earlier one if anything was written to the database since. */
export type ChangeMark = () => string;

export class AuthorityIndex {
  readonly #chainKey: ChainKeySource;
  readonly #changeMark: ChangeMark | undefined;
  /** The mark before entries were last read, and the newest entry that each transaction saw. */
  #readAt: string | undefined;
  readonly #seenBy = new WeakMap<WriteTracker, number>();
  readonly #known = new Map<string, Map<RowKey, Known>>();
  readonly #listeners: EntryListener[] = [];
  #tip: AuthorityTip = FIRST_AUTHORITY;

  /** Without a mark, entries are read each time. */
  constructor(chainKey: ChainKeySource, changeMark?: ChangeMark) {
    this.#chainKey = chainKey;
    this.#changeMark = changeMark;
  }

  get isLoaded(): boolean {
    return this.#tip.authority_seq > 0;
  }

  /**
   * Reads the entries that were added since. Returns false if the connection does not see all that is known already, because
   * its transaction began earlier: nothing that others write meanwhile appears in a transaction, so it reads them once.
   */
  async follow(db: Queries | Writes, transaction?: WriteTracker): Promise<boolean> {
    const mark = this.#changeMark?.();
    if (transaction !== undefined) {
      if (this.isLoaded && this.#seenBy.get(transaction) === this.#tip.authority_seq) return true;
    } else if (mark !== undefined && mark === this.#readAt) return true;
    const isNewest = await this.#read(db, transaction !== undefined);
    if (transaction === undefined) this.#readAt = mark;
    else if (isNewest) this.#seenBy.set(transaction, this.#tip.authority_seq);
    return isNewest;
  }

  async #read(db: Queries | Writes, isSnapshot: boolean): Promise<boolean> {
    for (;;) {
      // Read each time: the master key may be replaced while the service runs.
      const key = this.#chainKey();
      const { authority_seq: from, link } = this.#tip;
      const atOnce = from === 0 ? ENTRIES_AT_ONCE : NEWER_AT_ONCE;
      const entries = await linkedEntries(db)
        .where('e.authority_seq', '>=', from)
        .orderBy('e.authority_seq')
        .limit(atOnce)
        .execute();
      const [first] = entries;
      if (from > 0 && (first?.authority_seq !== from || first.link !== link)) {
        if (isSnapshot && first === undefined) return false;
        throw new ForgedAuthority(`entry ${from}, which was read before, is missing or differs`);
      }
      if (from === 0 && entries.length > 0) await requireSealed(db);
      // Somebody else may have read the same entries meanwhile.
      const added = entries.filter(({ authority_seq }) => authority_seq! > this.#tip.authority_seq);
      const macs = new MacCheck(key, this.#tip);
      for (const entry of added) this.#add(entry, macs, key);
      // Or newer ones, which a transaction that began earlier does not see.
      if (entries.length < atOnce)
        return !isSnapshot || (entries.at(-1)?.authority_seq ?? 0) === this.#tip.authority_seq;
    }
  }

  /** Nothing is recorded after a chain that was cut: a transaction must see the newest entry that is known. */
  async requireTip(writes: Writes): Promise<void> {
    if (!this.isLoaded || (await this.#read(writes, true))) return;
    const { authority_seq } = this.#tip;
    const cut = new ForgedAuthority(`entry ${authority_seq}, which was read before, is missing or differs`);
    // PostgreSQL's store repeats the transaction first: it may only have begun earlier.
    throw Object.assign(cut, { code: '40001' });
  }

  #add(entry: LinkedEntry, macs: MacCheck, key: ChainKey): void {
    const { authority_seq, table_name, row_key, row_count, salt, digest, link, mac, seq } = entry;
    const keyId = keyIdIn(mac);
    if (keyId !== null && !key.ids.includes(keyId)) throw new UnknownMasterKey(seq, keyId, key.ids);
    const problem = macs.problemOf(entry);
    if (problem !== null) throw new ForgedAuthority(`entry ${seq} of the record chain ${problem}`);
    // The MAC covers the link alone, so somebody could leave both as they are and change the rest of the entry.
    if (!isLinked(entry))
      throw new ForgedAuthority(`entry ${seq} of the record chain is not what its link covers`);
    const rows = this.#known.get(table_name) ?? new Map<RowKey, Known>();
    this.#known.set(table_name, rows);
    if (row_count === 0) rows.delete(row_key!);
    else {
      const held = heldIn(table_name as Table, row_key!);
      rows.set(row_key!, { salt, digest, place: authority_seq!, held });
    }
    this.#tip = { authority_seq: authority_seq!, link };
    for (const listener of this.#listeners) listener(table_name as Table, row_key!, authority_seq!);
  }

  onEntry(listener: EntryListener): void {
    this.#listeners.push(listener);
  }

  /** The place of the row's newest entry; null if the row is not the newest one that this program wrote. */
  placeOf(table: Table, row: Row): number | null {
    const known = this.#known.get(table)?.get(rowKey(table, row));
    if (known === undefined || known.salt === null) return null;
    if (digestRows(table, known.salt, [row]) !== known.digest) return null;
    known.held ??= heldOf(table, row);
    return known.place;
  }

  /** Whether the row is the newest one that this program wrote. */
  isProved(table: Table, row: Row): boolean {
    return this.placeOf(table, row) !== null;
  }

  /** The keys of all rows of a table that must be there. */
  keysOf(table: Table): ReadonlySet<RowKey> {
    return new Set(this.#known.get(table)?.keys());
  }

  /** Whether a row with this key must be there. */
  isRecorded(table: Table, key: RowKey): boolean {
    return this.#known.get(table)?.has(key) === true;
  }

  /** Whether the row, or that there is none, is what is known; so it is of tables that the index does not cover. */
  agrees(table: Table, key: RowKey, row: Row | undefined): boolean {
    if (!hasAuthority(table) || !this.isLoaded) return true;
    return row === undefined ? !this.isRecorded(table, key) : this.isProved(table, row);
  }

  /**
   * The keys of recorded rows that a condition on `holderColumns` finds, and of those whose holder is not known yet: a
   * process learns it when the row is proved.
   */
  keysHeld(table: Table, isHeld: (held: Row) => boolean): RowKey[] {
    return [...(this.#known.get(table) ?? [])].flatMap(([key, { held }]) =>
      held === null || isHeld(held) ? [key] : [],
    );
  }
}

function heldOf(table: Table, row: Row): Row {
  return Object.fromEntries(holderColumns(table).map((column) => [column, row[column]]));
}

const NONE: Row = {};

/** What the key alone says. */
function heldIn(table: Table, key: RowKey): Row | null {
  const columns = holderColumns(table);
  if (columns.length === 0) return NONE;
  const order = orderOf(table);
  if (!columns.every((column) => order.includes(column))) return null;
  const values = JSON.parse(key) as unknown[];
  return heldOf(table, Object.fromEntries(order.map((column, index) => [column, values[index]])));
}

/** At the start: the chain must still lead to the newest seal, so that entries which were sealed cannot be cut off. */
async function requireSealed(db: Queries | Writes): Promise<void> {
  const seal = await db
    .selectFrom('log_leaves')
    .select('leaf')
    .where('kind', '=', 'records')
    .orderBy('idx', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (seal === undefined) return;
  const { count, head } = JSON.parse(seal.leaf) as { count: number; head: string };
  const entry = await db
    .selectFrom('record_chain')
    .select('link')
    .where('seq', '=', count)
    .executeTakeFirst();
  if (entry?.link !== head)
    throw new ForgedAuthority(`entry ${count}, which the log covers, is missing or differs`);
}
