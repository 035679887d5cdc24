// A forger who can write to the database, and does not have the master key. Whatever is changed, the forger repairs the
// record chain: entries are added, changed or removed, and all links are computed anew.

import { type ChainEntry, digestRows, FIRST_LINK, nextLink } from '@rf-indicators/core/store/records/chain';
import { rowKey } from '@rf-indicators/core/store/records/tracker';
import {
  chainedColumns,
  chainOf,
  hasAuthority,
  orderOf,
  type Row,
  TABLES,
  type Table,
} from '@rf-indicators/core/store/schema';
import { type Store, untyped } from '@rf-indicators/core/store/store';
import { lowerGuards } from './mutations.ts';

const SALT = Buffer.alloc(16, 1).toString('base64');

export type Forgery = (forger: Forger, table: Table, row: Row) => Promise<void>;

export class Forger {
  readonly store: Store;

  private constructor(store: Store) {
    this.store = store;
  }

  static async at(store: Store): Promise<Forger> {
    await lowerGuards(store);
    return new Forger(store);
  }

  entries(): Promise<ChainEntry[]> {
    return this.store.db.selectFrom('record_chain').selectAll().orderBy('seq').execute();
  }

  async rowsOf(table: Table): Promise<Row[]> {
    return (await untyped(this.store.db).selectFrom(table).selectAll().execute()) as Row[];
  }

  /** By the columns that identify it. */
  async change(table: Table, row: Row, changes: Row): Promise<Row> {
    let query = untyped(this.store.db).updateTable(table).set(changes);
    for (const column of orderOf(table)) query = query.where(column, '=', row[column]);
    await query.execute();
    return { ...row, ...changes };
  }

  async remove(table: Table, row: Row): Promise<void> {
    let query = untyped(this.store.db).deleteFrom(table);
    for (const column of orderOf(table)) query = query.where(column, '=', row[column]);
    await query.execute();
  }

  async insert(table: Table, row: Row): Promise<void> {
    await untyped(this.store.db).insertInto(table).values(row).execute();
  }

  /** An entry at the end, as the program would add it; its MAC is that of another entry. */
  async append(table: Table, key: string, rows: readonly Row[]): Promise<void> {
    const entries = await this.entries();
    const { db } = this.store;
    await db
      .updateTable('record_chain')
      .set({ salt: null })
      .where('table_name', '=', table)
      .where('row_key', '=', key)
      .execute();
    const last = entries.at(-1)!;
    const newest = entries.findLast(({ authority_seq }) => authority_seq !== null);
    const entry = {
      ...{ seq: last.seq + 1, table_name: table, row_key: key, list: null, row_count: rows.length },
      ...{ salt: SALT, digest: digestRows(table, SALT, rows), kind: null, note: null },
      authority_seq: hasAuthority(table) ? (newest?.authority_seq ?? 0) + 1 : null,
      mac: last.mac,
    };
    await db
      .insertInto('record_chain')
      .values({ ...entry, link: nextLink(last.link, entry) })
      .execute();
  }

  /** Has the newest entry of a row say that this is the row. Its link and its MAC stay. */
  async alterEntry(table: Table, key: string, row: Row): Promise<void> {
    const own = (await this.entries()).findLast(({ table_name, row_key }) => {
      return table_name === table && row_key === key;
    })!;
    await this.store.db
      .updateTable('record_chain')
      .set({ digest: digestRows(table, own.salt!, [row]) })
      .where('seq', '=', own.seq)
      .execute();
  }

  /** Writes the whole chain again, with the numbers and links that follow from its entries. */
  async rewrite(entries: readonly ChainEntry[]): Promise<void> {
    const { db } = this.store;
    let link = FIRST_LINK;
    let authority = 0;
    const rewritten = entries.map((entry, index) => {
      if (entry.authority_seq !== null) authority += 1;
      const authority_seq = entry.authority_seq === null ? null : authority;
      const numbered = { ...entry, seq: index + 1, authority_seq };
      link = nextLink(link, numbered);
      return { ...numbered, link };
    });
    await db.deleteFrom('record_chain').execute();
    for (let at = 0; at < rewritten.length; at += 200)
      await db
        .insertInto('record_chain')
        .values(rewritten.slice(at, at + 200))
        .execute();
  }
}

const keyOf = (table: Table, row: Row) => rowKey(table, row);

/** Another value in a chained column that does not identify the row; null if the table has none. */
export function altered(table: Table, row: Row): Row | null {
  const isFree = (name: string) => {
    const { check, references } = TABLES[table].columns[name]!.spec;
    return !orderOf(table).includes(name) && check === undefined && references === undefined;
  };
  const free = chainedColumns(table).filter((name) => isFree(name) && row[name] !== null);
  const number = free.find((name) => typeof row[name] === 'number');
  if (number !== undefined) return { [number]: (row[number] as number) + 1 };
  const text = free.find((name) => typeof row[name] === 'string');
  return text === undefined ? null : { [text]: `${row[text]}x` };
}

/** Whether the table has something that can be altered beside its key. */
export function isAlterable(table: Table, row: Row): boolean {
  return altered(table, row) !== null;
}

const UNIQUE = /_hash$|^id$|^token$|^email$|^credential_id$|^name$|^slug$|^log_index$/;

function another(table: Table, row: Row): Row {
  const copy = { ...row };
  for (const column of Object.keys(copy))
    if (orderOf(table).includes(column) || UNIQUE.test(column))
      copy[column] = typeof copy[column] === 'number' ? 1_000_000_007 : `added ${copy[column]}`;
  return copy;
}

/** What can be done with a row of a table that has an entry for each row. */
export const FORGERIES: Readonly<Record<string, Forgery>> = {
  'replaced, with a later entry': async (forger, table, row) => {
    const changed = await forger.change(table, row, altered(table, row) ?? {});
    await forger.append(table, keyOf(table, row), [changed]);
  },
  'replaced, with its entry rewritten': async (forger, table, row) => {
    const changed = await forger.change(table, row, altered(table, row) ?? {});
    const entries = await forger.entries();
    const own = entries.find(({ row_key, table_name, salt }) => {
      return table_name === table && row_key === keyOf(table, row) && salt !== null;
    })!;
    own.digest = digestRows(table, own.salt!, [changed]);
    await forger.rewrite(entries);
  },
  'deleted, with a later entry': async (forger, table, row) => {
    await forger.remove(table, row);
    await forger.append(table, keyOf(table, row), []);
  },
  'deleted with all its entries': async (forger, table, row) => {
    await forger.remove(table, row);
    const own = (entry: ChainEntry) => entry.table_name === table && entry.row_key === keyOf(table, row);
    await forger.rewrite((await forger.entries()).filter((entry) => !own(entry)));
  },
  'added, with an entry': async (forger, table, row) => {
    const added = another(table, row);
    await forger.insert(table, added);
    await forger.append(table, keyOf(table, added), [added]);
  },
  'moved to another place in the chain': async (forger, table, row) => {
    const entries = await forger.entries();
    const at = entries.findLastIndex(({ row_key, table_name }) => {
      return table_name === table && row_key === keyOf(table, row);
    });
    entries.push(...entries.splice(at, 1));
    await forger.rewrite(entries);
  },
  'taken as it was found, after a second baseline': async (forger, table, row) => {
    const changed = await forger.change(table, row, altered(table, row) ?? {});
    await forger.append(table, keyOf(table, row), [changed]);
    await forger.append('baseline' as Table, JSON.stringify([new Date(0).toISOString()]), []);
  },
  'hidden by removing the salt of its entry': async (forger, table, row) => {
    await forger.change(table, row, altered(table, row) ?? {});
    await forger.store.db
      .updateTable('record_chain')
      .set({ salt: null })
      .where('table_name', '=', table)
      .where('row_key', '=', keyOf(table, row))
      .execute();
  },
  'hidden in its entry, whose link and MAC stay as they are': async (forger, table, row) => {
    const changed = await forger.change(table, row, altered(table, row) ?? {});
    await forger.alterEntry(table, keyOf(table, row), changed);
  },
  'left without MACs, as in an older store': async (forger, table, row) => {
    const changed = await forger.change(table, row, altered(table, row) ?? {});
    await forger.append(table, keyOf(table, row), [changed]);
    await forger.store.db.updateTable('record_chain').set({ mac: null }).execute();
  },
};

export function isByRows(table: Table): boolean {
  return chainOf(table) === 'rows';
}
