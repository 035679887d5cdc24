// Notes which rows a transaction writes, so that the record chain gets entries for them. A Kysely plugin sees every
// query, so no code that writes can forget to say so.

import { randomBytes } from 'node:crypto';
import {
  ColumnNode,
  DeleteQueryNode,
  DeleteResult,
  InsertQueryNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryId,
  type QueryResult,
  ReturningNode,
  type RootOperationNode,
  SelectionNode,
  TableNode,
  type UnknownRow,
  UpdateQueryNode,
  UpdateResult,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import { chainedColumns, chainOf, orderOf, type Table } from '../schema.ts';
import type { Erasure } from '../tables/define.ts';

/** Identifies a row, as in the record chain. */
export type RowKey = string;

/** Who erases personal data, and by which act. */
export interface Redaction {
  act: Erasure;
  by: string;
}

export interface TrackedWrites {
  /** The list that rows which were added to a table belong to. */
  lists: ReadonlyMap<Table, number>;
  rows: ReadonlyMap<Table, ReadonlySet<RowKey>>;
  redaction: Redaction | null;
}

/** Of an insertion: the keys that may be there. An update or a deletion changes what it finds. */
export type Change =
  | { kind: 'insert'; table: Table; keys: readonly RowKey[] }
  | { kind: 'update' | 'delete'; table: Table };

export function rowKey(table: Table, row: Readonly<Record<string, unknown>>): RowKey {
  return JSON.stringify(orderOf(table).map((column) => row[column] ?? null));
}

export class WriteTracker implements KyselyPlugin {
  readonly #lists = new Map<Table, number>();
  readonly #rows = new Map<Table, Set<RowKey>>();
  /** Set once the transaction erases personal data. */
  redaction: Redaction | null = null;
  /** Queries that may meet rows which are there already. */
  readonly #changes = new WeakMap<QueryId, Change>();
  /** Queries that return the keys of the rows that they changed. */
  readonly #returning = new WeakMap<QueryId, { table: Table; asked: boolean; kind: 'update' | 'delete' }>();

  get writes(): TrackedWrites {
    return { lists: this.#lists, rows: this.#rows, redaction: this.redaction };
  }

  /** What a query may change. */
  changeOf(queryId: QueryId): Change | undefined {
    return this.#changes.get(queryId);
  }

  /** A row that is gone, though no query of this program found it: its entry says that it ended. */
  noteEnd(table: Table, key: RowKey): void {
    this.#note(table, key);
  }

  /** Whether the transaction itself has written the row. */
  hasWritten(table: Table, key: RowKey): boolean {
    return this.#rows.get(table)?.has(key) === true;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (InsertQueryNode.is(node)) return this.#insert(node, queryId);
    if (UpdateQueryNode.is(node)) return this.#update(node, queryId);
    if (DeleteQueryNode.is(node)) return this.#delete(node, queryId);
    return node;
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const returning = this.#returning.get(queryId);
    if (returning === undefined) return result;
    const { table, asked, kind } = returning;
    for (const row of result.rows) this.#note(table, rowKey(table, row));
    if (asked) return result;
    // The caller did not ask for rows, and expects the number of them.
    const count = BigInt(result.rows.length);
    const summary = kind === 'update' ? new UpdateResult(count, undefined) : new DeleteResult(count);
    return { ...result, rows: [summary as unknown as UnknownRow] };
  }

  #note(table: Table, key: RowKey): void {
    const keys = this.#rows.get(table) ?? new Set<RowKey>();
    keys.add(key);
    this.#rows.set(table, keys);
  }

  #insert(node: InsertQueryNode, queryId: QueryId): InsertQueryNode {
    const table = tableOf(node.into);
    const chain = chainOf(table);
    if (chain === 'none') return node;
    const { columns, values } = node;
    if (columns === undefined || values === undefined || !ValuesNode.is(values))
      throw new Error(`Rows of ${table} must be inserted as values, so that the record chain covers them.`);
    if (chain === 'rows') {
      const names = columns.map(({ column }) => column.name);
      const keys = values.values.map((list) => rowKey(table as Table, asRow(names, list)));
      if (node.onConflict !== undefined) {
        const others = keys.filter((key) => !this.hasWritten(table as Table, key));
        this.#changes.set(queryId, { kind: 'insert', table: table as Table, keys: others });
      }
      for (const key of keys) this.#note(table as Table, key);
      return node;
    }
    const list = this.#lists.get(table as Table) ?? newListId();
    this.#lists.set(table as Table, list);
    return {
      ...node,
      columns: [...columns, ColumnNode.create('chain_list')],
      values: ValuesNode.create(values.values.map((row) => withValue(row, list))),
    };
  }

  #update(node: UpdateQueryNode, queryId: QueryId): UpdateQueryNode {
    const table = node.table && TableNode.is(node.table) ? tableOf(node.table) : '';
    const chain = chainOf(table);
    if (chain === 'none') return node;
    const chained = chainedColumns(table as Table);
    const changes = (node.updates ?? []).some(
      ({ column }) => ColumnNode.is(column) && chained.includes(column.column.name),
    );
    if (!changes) return node;
    if (chain === 'lists') throw new Error(`Rows of ${table} are never changed.`);
    this.#changes.set(queryId, { kind: 'update', table: table as Table });
    this.#returning.set(queryId, {
      table: table as Table,
      asked: node.returning !== undefined,
      kind: 'update',
    });
    return { ...node, returning: withKey(table as Table, node.returning) };
  }

  #delete(node: DeleteQueryNode, queryId: QueryId): DeleteQueryNode {
    const [from] = node.from.froms;
    const table = from && TableNode.is(from) ? tableOf(from) : '';
    const chain = chainOf(table);
    if (chain === 'none') return node;
    if (chain === 'lists') throw new Error(`Rows of ${table} are never deleted.`);
    this.#changes.set(queryId, { kind: 'delete', table: table as Table });
    this.#returning.set(queryId, {
      table: table as Table,
      asked: node.returning !== undefined,
      kind: 'delete',
    });
    return { ...node, returning: withKey(table as Table, node.returning) };
  }
}

function tableOf(node: TableNode | undefined): string {
  return node?.table.identifier.name ?? '';
}

/** 48 random bits: the rows of one transaction get their list before the transaction knows its place in the chain. */
function newListId(): number {
  return randomBytes(6).readUIntBE(0, 6);
}

type ValueRow = ValuesNode['values'][number];

function asRow(names: readonly string[], row: ValueRow): Record<string, unknown> {
  const values: readonly unknown[] = row.values;
  return Object.fromEntries(
    names.map((name, index) => {
      const value = values[index];
      const isNode = typeof value === 'object' && value !== null && 'kind' in value;
      return [name, isNode && ValueNode.is(value as ValueNode) ? (value as ValueNode).value : value];
    }),
  );
}

function withValue(row: ValueRow, value: number): ValueRow {
  return ValueListNode.is(row)
    ? ValueListNode.create([...row.values, ValueNode.create(value)])
    : PrimitiveValueListNode.create([...row.values, value]);
}

function withKey(table: Table, returning: ReturningNode | undefined): ReturningNode {
  const key = orderOf(table).map((column) => SelectionNode.create(ColumnNode.create(column)));
  return returning ? ReturningNode.cloneWithSelections(returning, key) : ReturningNode.create(key);
}
