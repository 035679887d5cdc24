// Pages of lists. A cursor is the position of the last entry in the order of the list (keyset pagination), so entries
// that are added while somebody reads the pages make no other entry appear twice or be missed.

import { DEFAULT_PAGE } from '@rf-indicators/contract/page-sizes';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { Refusal } from './refusal.ts';

export interface WantedPage {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface Page<Item> {
  data: Item[];
  /** null if this is the last page. */
  next_cursor: string | null;
}

type Value = string | number;

/** Which entries of a list to read; all if empty. */
export interface Portion {
  /** Only entries after this position. */
  after?: readonly Value[] | undefined;
  limit?: number | undefined;
}

interface Column {
  /** A column, or an expression. */
  by: string | RawBuilder<Value>;
  type: 'integer' | 'text';
  descending?: boolean;
}

/** The order of a list. Its columns together must be unique, and should never change. */
export class ListOrder<Item> {
  /** Cursors carry it, so that one of another list or order is refused. */
  readonly #name: string;
  readonly #columns: readonly Column[];
  readonly #positionOf: (item: Item) => readonly Value[];

  constructor(name: string, columns: readonly Column[], positionOf: (item: Item) => readonly Value[]) {
    this.#name = name;
    this.#columns = columns;
    this.#positionOf = positionOf;
  }

  /** Adds the order, and the limits of the portion, to a query. */
  select<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
    { after, limit }: Portion,
  ): SelectQueryBuilder<DB, TB, O> {
    let ordered = query;
    for (const column of this.#columns) {
      ordered = ordered.orderBy(expressionOf(column), column.descending === true ? 'desc' : 'asc');
    }
    if (after !== undefined) ordered = ordered.where(isAfter(this.#columns, after));
    return limit === undefined ? ordered : ordered.limit(limit);
  }

  /** Reads one entry more than the page has, to find out whether it is the last. */
  async page<Listed extends Item>(
    { limit = DEFAULT_PAGE, cursor }: WantedPage,
    read: (portion: Portion) => Promise<Listed[]>,
  ): Promise<Page<Listed>> {
    const items = await read({ after: this.#positionIn(cursor), limit: limit + 1 });
    return this.#pageOf(items, limit);
  }

  /** A page of a list that is short enough to be read as a whole. */
  pageOfAll<Listed extends Item>(
    items: readonly Listed[],
    { limit = DEFAULT_PAGE, cursor }: WantedPage,
  ): Page<Listed> {
    return this.#pageOf(this.after(items, this.#positionIn(cursor)), limit);
  }

  /** In this order, those after a position. */
  after<Listed extends Item>(items: readonly Listed[], after: readonly Value[] | undefined): Listed[] {
    const sorted = this.sorted(items);
    if (after === undefined) return sorted;
    return sorted.filter((item) => this.#compare(this.#positionOf(item), after) > 0);
  }

  sorted<Listed extends Item>(items: readonly Listed[]): Listed[] {
    // Each position is computed once, because thousands of items take many more comparisons.
    return items
      .map((item) => ({ item, position: this.#positionOf(item) }))
      .sort((a, b) => this.#compare(a.position, b.position))
      .map(({ item }) => item);
  }

  #pageOf<Listed extends Item>(items: readonly Listed[], limit: number): Page<Listed> {
    const data = items.slice(0, limit);
    const next = items.length > limit ? this.#positionOf(data.at(-1)!) : null;
    return { data, next_cursor: next && encode([this.#name, ...next]) };
  }

  #compare(a: readonly Value[], b: readonly Value[]): number {
    for (const [index, { descending }] of this.#columns.entries()) {
      const [one, other] = [a[index]!, b[index]!];
      if (one !== other) return one < other === (descending === true) ? 1 : -1;
    }
    return 0;
  }

  #positionIn(cursor: string | undefined): readonly Value[] | undefined {
    if (cursor === undefined) return undefined;
    const [name, ...position] = decode(cursor);
    const isValid =
      name === this.#name &&
      position.length === this.#columns.length &&
      this.#columns.every(({ type }, index) =>
        type === 'text' ? typeof position[index] === 'string' : Number.isSafeInteger(position[index]),
      );
    if (isValid) return position as Value[];
    throw new Refusal('validation_failed', 'The input is not valid.', [
      {
        place: '/cursor',
        code: 'invalid_cursor',
        message:
          'is not a cursor of this list in this order: send next_cursor of the previous page unchanged',
      },
    ]);
  }
}

/** Oldest or newest first, by a time and an id. */
export function timeOrder<Item>(
  name: string,
  first: 'oldest' | 'newest',
  [time, id]: readonly [time: string, id: string],
  positionOf: (item: Item) => readonly [time: number, id: string],
): ListOrder<Item> {
  const descending = first === 'newest';
  const columns = [
    { by: time, type: 'integer', descending },
    { by: id, type: 'text', descending },
  ] as const;
  return new ListOrder<Item>(name, columns, positionOf);
}

function expressionOf({ by }: Column): RawBuilder<Value> {
  return typeof by === 'string' ? sql.ref<Value>(by) : by;
}

function isAfter(columns: readonly Column[], position: readonly Value[]): RawBuilder<SqlBool> {
  const expressions = columns.map(expressionOf);
  const comparison = ({ descending }: Column) => sql.raw(descending === true ? '<' : '>');
  // Databases can use an index for a comparison of rows, which needs one direction.
  if (columns.every(({ descending = false }) => descending === (columns[0]!.descending ?? false)))
    return sql`(${sql.join(expressions)}) ${comparison(columns[0]!)} (${sql.join(position)})`;
  const alternatives = columns.map((column, index) => {
    const equal = expressions.slice(0, index).map((expression, at) => sql`${expression} = ${position[at]}`);
    const beyond = sql`${expressions[index]} ${comparison(column)} ${position[index]}`;
    return sql`(${sql.join([...equal, beyond], sql` and `)})`;
  });
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

function encode(parts: readonly Value[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function decode(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
