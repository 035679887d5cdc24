// Compares rows with their entries before a statement changes them. The new entry of a row covers all of its columns, so
// without this it would also make genuine what somebody else had changed in the row.

import {
  type CompiledQuery,
  type ConnectionProvider,
  createQueryId,
  DummyDriver,
  SqliteDialect,
  Transaction,
  type UpdateQueryNode,
} from 'kysely';
import { inPortions } from '../bulk.ts';
import { chainedColumns, type Database, hasAuthority, type Row, type Table } from '../schema.ts';
import { type Queries, StoreError, untyped, type Writes } from '../store.ts';
import { boundTo } from './bound.ts';
import { newestEntries, rowsWithKeys, shownKey } from './chain.ts';
import { rowsProblem } from './entry-check.ts';
import { forgedEntry } from './forged-entry.ts';
import { olderThanOthers } from './proved.ts';
import { rowKey, type WriteTracker } from './tracker.ts';

const ROWS_AT_ONCE = 100;

/** The transaction, on a connection that compares first. */
export function comparingFirst(transaction: Writes, tracker: WriteTracker): Writes {
  const executor = transaction.getExecutor();
  const provider: ConnectionProvider = {
    provideConnection: (consumer, options) =>
      executor.provideConnection(
        (connection) =>
          consumer({
            executeQuery: async (query, given) => {
              await compare(query);
              return connection.executeQuery(query, given);
            },
            streamQuery: (query, chunkSize, given) => connection.streamQuery(query, chunkSize, given),
          }),
        options,
      ),
  };
  const writes = new Transaction<Database>({
    ...NOT_OF_A_TRANSACTION,
    executor: executor.withConnectionProvider(provider),
  });

  async function compare(query: CompiledQuery): Promise<void> {
    const change = tracker.changeOf(query.queryId);
    if (change === undefined) return;
    const { table, keys } = change;
    if (keys !== null) {
      for (const portion of inPortions(keys, ROWS_AT_ONCE))
        await requireRecorded(writes, table, await rowsWithKeys(transaction, table, portion));
      return;
    }
    const found = await rowsOf(transaction, table, query.query as UpdateQueryNode);
    const others = found.filter((row) => !tracker.hasWritten(table, rowKey(table, row)));
    for (const portion of inPortions(others, ROWS_AT_ONCE)) await requireRecorded(writes, table, portion);
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
