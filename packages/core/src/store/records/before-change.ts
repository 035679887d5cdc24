// Compares rows with their entries before a statement changes them. The new entry of a row covers all of its columns, so
// without this it would also make genuine what somebody else had changed in the row. And of rows that decide who may do what,
// it requires those that somebody may have hidden from the statement.

import {
  type CompiledQuery,
  type ConnectionProvider,
  createQueryId,
  type DeleteQueryNode,
  DummyDriver,
  SqliteDialect,
  Transaction,
  type UpdateQueryNode,
} from 'kysely';
import { inPortions } from '../bulk.ts';
import {
  chainedColumns,
  type Database,
  hasAuthority,
  orderOf,
  type Row,
  TABLES,
  type Table,
} from '../schema.ts';
import { type Queries, StoreError, untyped, type Writes } from '../store.ts';
import { boundTo } from './bound.ts';
import { newestEntries, rowsWithKeys, shownKey } from './chain.ts';
import { rowsProblem } from './entry-check.ts';
import { forgedEntry } from './forged-entry.ts';
import { keysFound } from './keys-found.ts';
import { olderThanOthers } from './proved.ts';
import { type RowKey, rowKey, type WriteTracker } from './tracker.ts';

const ROWS_AT_ONCE = 100;

/** The transaction, on a connection that compares first. */
export function comparingFirst(transaction: Writes, tracker: WriteTracker): Writes {
  const executor = transaction.getExecutor();
  // The comparison makes queries of its own, so the statement takes the connection only after it.
  const provider: ConnectionProvider = {
    provideConnection: (consumer, options) =>
      consumer({
        executeQuery: async (query, given) => {
          await compare(query);
          return executor.provideConnection((connection) => connection.executeQuery(query, given), options);
        },
        streamQuery: () => {
          throw new Error('A transaction reads rows by executing queries, not by streaming them.');
        },
      }),
  };
  const writes = new Transaction<Database>({
    ...NOT_OF_A_TRANSACTION,
    executor: executor.withConnectionProvider(provider),
  });

  async function compare(query: CompiledQuery): Promise<void> {
    const change = tracker.changeOf(query.queryId);
    if (change === undefined) return;
    const { kind, table } = change;
    if (kind === 'insert') {
      for (const portion of inPortions(change.keys, ROWS_AT_ONCE))
        await requireRecorded(writes, table, await rowsWithKeys(transaction, table, portion));
      return;
    }
    const node = query.query as UpdateQueryNode | DeleteQueryNode;
    if (kind === 'update') {
      const found = await rowsOf(transaction, table, node as UpdateQueryNode);
      const others = found.filter((row) => !tracker.hasWritten(table, rowKey(table, row)));
      for (const portion of inPortions(others, ROWS_AT_ONCE)) await requireRecorded(writes, table, portion);
    }
    if (hasAuthority(table)) await requireNoneHidden(transaction, writes, tracker, table, node);
  }
  return writes;
}

/** What Kysely uses outside a transaction. */
const dialect = new SqliteDialect({ database: () => Promise.reject(new Error('not used')) });
const NOT_OF_A_TRANSACTION = { config: { dialect }, dialect, driver: new DummyDriver() };

/** The rows that an update finds. */
async function rowsOf(transaction: Writes, table: Table, update: UpdateQueryNode): Promise<Row[]> {
  if (update.from !== undefined || update.joins !== undefined)
    throw new Error(
      `Rows of ${table} must be updated without other tables, so that they can be compared first.`,
    );
  const select = untyped(transaction).selectFrom(table).select(chainedColumns(table)).toOperationNode();
  const node = { ...select, ...(update.where === undefined ? {} : { where: update.where }) };
  const { rows } = await transaction.executeQuery<Row>(
    transaction.getExecutor().compileQuery(node, createQueryId()),
  );
  return rows;
}

/**
 * A row that somebody hides from the statement would come back as it was, and be genuine. So the recorded rows that it is
 * about must be there as they were recorded. Of rows that expire, those which are not have ended.
 */
async function requireNoneHidden(
  transaction: Writes,
  writes: Writes,
  tracker: WriteTracker,
  table: Table,
  { where }: UpdateQueryNode | DeleteQueryNode,
): Promise<void> {
  const { authority } = boundTo(writes);
  await authority.follow(writes, tracker);
  const others = () => keysFound(authority, table, where).filter((key) => !tracker.hasWritten(table, key));
  const read = new Set<RowKey>();
  const unproved = new Set<RowKey>();
  for (;;) {
    const rest = others().filter((key) => !read.has(key));
    if (rest.length === 0) break;
    for (const portion of inPortions(rest, ROWS_AT_ONCE)) {
      const rows = await rowsWithKeys(transaction, table, portion);
      const proved = new Set(
        rows.filter((row) => authority.isProved(table, row)).map((row) => rowKey(table, row)),
      );
      for (const key of portion) {
        read.add(key);
        if (!proved.has(key)) unproved.add(key);
      }
    }
  }
  if (unproved.size === 0) return;
  if (!(await authority.follow(writes, tracker))) throw olderThanOthers();
  for (const key of others().filter((found) => unproved.has(found))) {
    if (TABLES[table].rowsExpire !== true)
      throw altered(`${table} ${shownKey(key)} is missing or was changed`);
    await remove(transaction, table, key);
    tracker.noteEnd(table, key);
  }
}

async function remove(transaction: Writes, table: Table, key: RowKey): Promise<void> {
  const values = JSON.parse(key) as unknown[];
  let query = untyped(transaction).deleteFrom(table);
  for (const [index, column] of orderOf(table).entries()) query = query.where(column, '=', values[index]);
  await query.execute();
}

/** Refuses rows, at most as many as one query takes, that are not what was recorded last. */
export async function requireRecorded(
  db: Queries | Writes,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map((row) => rowKey(table, row));
  const entries = await newestEntries(db, table, keys);
  const entryOf = new Map(entries.map((entry) => [entry.row_key, entry]));
  for (const [index, row] of rows.entries()) {
    const entry = entryOf.get(keys[index]!);
    if (entry === undefined || entry.salt === null)
      throw altered(`${table} ${shownKey(keys[index]!)} is not a record of this program`);
    const found = rowsProblem(entry, [row]);
    if (found !== null) throw altered(`${found.record} ${found.problem}`);
  }
  // The entries themselves may be forged.
  if (!hasAuthority(table)) {
    const forged = await forgedEntry(db, [...entryOf.values()]);
    if (forged === undefined) return;
    throw altered(`${table} ${shownKey(forged.row_key!)} is not a record of this program`);
  }
  const { authority, tracker } = boundTo(db);
  const isNewest = await authority.follow(db, tracker);
  const forged = rows.find((row) => !authority.isProved(table, row));
  if (forged === undefined) return;
  if (!isNewest) throw olderThanOthers();
  throw altered(`${table} ${shownKey(rowKey(table, forged))} is not a record of this program`);
}

export function altered(what: string): StoreError {
  return new StoreError(
    `${what}. Nothing was recorded. Run rf verify --all, and restore a backup with rf restore.`,
  );
}
