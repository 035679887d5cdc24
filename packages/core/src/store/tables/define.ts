// How a table is defined: its columns with their types and what proves them, its keys and its indexes. From the
// definitions follow the types of queries, the tables of a new store, the record chain, backups and docs/contribute/tables.md.

/**
 * chained: the record chain has a digest of it. signed: it is in the log or follows from it. recomputed: it is compared
 * with the records that it follows from. `rf verify --all` finds a change of these. An operational column has no proof,
 * for the reason that is given.
 */
export type Proof = 'chained' | 'signed' | 'recomputed' | { operational: string };

export const operational = (reason: string): Proof => ({ operational: reason });

/** The acts that erase personal data. */
export type Erasure = 'staff.erase' | 'members.erase' | 'score_requests.erase';

/** erasedBy: these acts replace the personal data in the column. kept: no act does, for this reason. */
export type Personal = { erasedBy: readonly Erasure[] } | { kept: string };

interface ColumnSpec {
  /** As on SQLite; `blob` is `bytea` on PostgreSQL. */
  type: 'text' | 'integer' | 'bigint' | 'blob';
  isKey?: boolean;
  isNullable?: boolean;
  isUnique?: boolean;
  default?: string | number;
  /** Allowed values, or a condition. */
  check?: readonly (string | number)[] | string;
  /** TABLE.COLUMN */
  references?: `${string}.${string}`;
  /** PostgreSQL sorts it by code points, not by the rules of a language. */
  isByCodePoint?: boolean;
  /** PostgreSQL does not compress it again. */
  isCompressed?: boolean;
  /** That of the table if it is absent. */
  proof?: Proof;
  personal?: Personal;
}

/** A column with values of type T. Columns are not nullable unless they say so. */
export class Column<T> {
  declare readonly value: T;
  readonly spec: ColumnSpec;

  constructor(spec: ColumnSpec) {
    this.spec = spec;
  }

  #with<U = T>(change: Partial<ColumnSpec>): Column<U> {
    return new Column<U>({ ...this.spec, ...change });
  }

  /** The primary key, or a part of it. */
  key(): Column<T> {
    return this.#with({ isKey: true });
  }
  nullable(): Column<T | null> {
    return this.#with<T | null>({ isNullable: true });
  }
  unique(): Column<T> {
    return this.#with({ isUnique: true });
  }
  default(value: string | number): Column<T> {
    return this.#with({ default: value });
  }
  check(condition: string): Column<T> {
    return this.#with({ check: condition });
  }
  references(column: `${string}.${string}`): Column<T> {
    return this.#with({ references: column });
  }
  byCodePoint(): Column<T> {
    return this.#with({ isByCodePoint: true });
  }
  compressed(): Column<T> {
    return this.#with({ isCompressed: true });
  }
  signed(): Column<T> {
    return this.#with({ proof: 'signed' });
  }
  recomputed(): Column<T> {
    return this.#with({ proof: 'recomputed' });
  }
  operational(reason: string): Column<T> {
    return this.#with({ proof: { operational: reason } });
  }
  erasedBy(...acts: Erasure[]): Column<T> {
    return this.#with({ personal: { erasedBy: acts } });
  }
  /** Personal data or free text that no act erases. */
  kept(reason: string): Column<T> {
    return this.#with({ personal: { kept: reason } });
  }
}

/** Ids, JSON, dates and decimals are text, too. */
export const text = <T extends string = string>() => new Column<T>({ type: 'text' });
export const oneOf = <const T extends string>(...values: T[]) =>
  new Column<T>({ type: 'text', check: values });
export const integer = () => new Column<number>({ type: 'integer' });
export const bigint = () => new Column<number>({ type: 'bigint' });
/** Milliseconds since 1970. */
export const time = bigint;
/** 0 or 1. */
export const flag = () => new Column<number>({ type: 'integer', check: [0, 1] });
export const bytes = () => new Column<Uint8Array>({ type: 'blob' });

export type Columns = Readonly<Record<string, Column<unknown>>>;

interface TableOptions<C extends string> {
  /**
   * rows: one chain entry per row. lists: one chain entry for the rows that a transaction added, for tables that only
   * grow, and fast. none: the chain has no entries for it.
   */
  chain: 'rows' | 'lists' | 'none';
  /** Of the columns that name no other; `chained` unless the table is not in the chain. */
  proof?: Proof;
  /** Identifies a row in the record chain and orders the rows of a backup; the primary key if it is absent. */
  order?: readonly C[];
  unique?: readonly (readonly C[])[];
  foreignKeys?: readonly { columns: readonly C[]; references: string; their: readonly string[] }[];
  checks?: readonly string[];
  /** By name: the columns in parentheses, and a condition. SQLite ignores a method such as `using brin`. */
  indexes?: Readonly<Record<string, string>>;
  uniqueIndexes?: Readonly<Record<string, string>>;
  /** Rows are added, and never changed or deleted, except in columns from which personal data is erased. */
  appendOnly?: true;
  /**
   * The rows decide who may do what. Code that grants something because of such a row first compares it with its entry of
   * the record chain, so that a row which somebody else wrote grants nothing.
   */
  authority?: true;
  /**
   * Columns by which statements end or change several rows at once: whose they are. The index of authority finds the
   * recorded rows of a holder by them; by any other column it looks at all rows of the table.
   */
  heldBy?: readonly C[];
  /** Rows are also deleted without an entry, because a row that is missing grants nothing. */
  rowsExpire?: true;
  /** Instead of those that protect an append-only table. */
  triggers?: { sqlite: readonly string[]; postgres: readonly string[] };
  /** SQLite keeps the rows in the order of the primary key. */
  isClustered?: true;
  /** One row can have megabytes. */
  hasLargeRows?: true;
  /** The reason that it stays small. Every other table grows with the providers or with time, and no query may scan it. */
  staysSmall?: string;
  /** The rows of a new store. */
  rows?: readonly Readonly<Record<string, string | number>>[];
}

export interface TableDefinition<C extends Columns = Columns> extends TableOptions<string> {
  columns: C;
}

export function table<const C extends Columns>(
  columns: C,
  options: TableOptions<keyof C & string>,
): TableDefinition<C> {
  return { columns, ...options };
}

/** The rows of tables, as queries see them. */
export type Rows<T extends Readonly<Record<string, TableDefinition>>> = {
  [Name in keyof T]: { -readonly [C in keyof T[Name]['columns']]: T[Name]['columns'][C]['value'] };
};
