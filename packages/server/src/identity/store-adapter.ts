// The database adapter of better-auth, over our store: writes are tracked transactions, so that the record chain covers
// users and credentials. Times are epoch milliseconds and flags 0 or 1, as everywhere in the store.

import type { Context } from '@rf-indicators/core/context/context';
import type { Row, Table } from '@rf-indicators/core/store/schema';
import { type Queries, untyped, type Writes } from '@rf-indicators/core/store/store';
import { type CleanedWhere, createAdapterFactory, type DBAdapterInstance } from 'better-auth/adapters';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';

/** Tokens of the OIDC provider are not kept: nothing is done at the provider in the name of the user. */
const NOT_STORED = new Set([
  'accessToken',
  'refreshToken',
  'idToken',
  'accessTokenExpiresAt',
  'refreshTokenExpiresAt',
]);

type Where = CleanedWhere[] | undefined;
type Tables = Record<Table, Row>;

export function storeAdapter({ store, newId }: Context): DBAdapterInstance {
  const write = <T>(work: (writes: Writes) => Promise<T>) => store.transaction(work);
  const find = (db: Queries | Writes, model: string, where: Where) =>
    untyped(db)
      .selectFrom(model as Table)
      .selectAll()
      .where(condition(where));
  const change = (writes: Writes, model: string, where: Where, values: Row) =>
    untyped(writes)
      .updateTable(model as Table)
      .set(stored(values))
      .where(condition(where));
  const remove = (writes: Writes, model: string, where: Where) =>
    untyped(writes)
      .deleteFrom(model as Table)
      .where(condition(where));
  return createAdapterFactory({
    config: {
      adapterId: 'rf-store',
      supportsBooleans: false,
      supportsNumericIds: false,
      customIdGenerator: () => newId(),
      customTransformInput: ({ data }) => (data instanceof Date ? data.getTime() : data),
      customTransformOutput: ({ data, fieldAttributes }) =>
        fieldAttributes.type === 'date' && typeof data === 'number' ? new Date(data) : data,
    },
    adapter: ({ getFieldName }) => ({
      create: async ({ model, data }) => {
        await write((writes) =>
          untyped(writes)
            .insertInto(model as Table)
            .values(stored(data))
            .execute(),
        );
        return data;
      },
      findOne: async <T>({ model, where }: { model: string; where: Where }) =>
        ((await find(store.db, model, where).executeTakeFirst()) ?? null) as T | null,
      findMany: async <T>({ model, where, limit, offset, sortBy }: FindMany) => {
        let query = find(store.db, model, where).limit(limit);
        if (sortBy)
          query = query.orderBy(sql.ref(getFieldName({ model, field: sortBy.field })), sortBy.direction);
        if (offset) query = query.offset(offset);
        return (await query.execute()) as T[];
      },
      count: async ({ model, where }) => (await find(store.db, model, where).execute()).length,
      update: <T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) =>
        write(async (writes) => {
          const found = await find(writes, model, where).executeTakeFirst();
          if (found === undefined) return null;
          await change(writes, model, byId(found), update as Row).execute();
          return { ...found, ...stored(update as Row) } as T;
        }),
      updateMany: ({ model, where, update }) =>
        write(async (writes) =>
          Number((await change(writes, model, where, update).executeTakeFirst()).numUpdatedRows),
        ),
      delete: ({ model, where }) =>
        write(async (writes) => {
          const found = await find(writes, model, where).executeTakeFirst();
          if (found !== undefined) await remove(writes, model, byId(found)).execute();
        }),
      deleteMany: ({ model, where }) =>
        write(async (writes) =>
          Number((await remove(writes, model, where).executeTakeFirst()).numDeletedRows),
        ),
      // In one serializable transaction, so that a code is used once even by requests at the same time.
      consumeOne: <T>({ model, where }: { model: string; where: CleanedWhere[] }) =>
        write(async (writes) => {
          const found = await find(writes, model, where).executeTakeFirst();
          if (found === undefined) return null;
          await remove(writes, model, byId(found)).execute();
          return found as T;
        }),
      incrementOne: <T>({ model, where, increment, set = {} }: Increment) =>
        write(async (writes) => {
          const found = await find(writes, model, where).executeTakeFirst();
          if (found === undefined) return null;
          const counted = Object.entries(increment).map(([name, by]) => [
            name,
            Number(found[name] ?? 0) + by,
          ]);
          const changed = { ...Object.fromEntries(counted), ...set };
          if (Object.keys(changed).length > 0) await change(writes, model, byId(found), changed).execute();
          return { ...found, ...changed } as T;
        }),
    }),
  });
}

interface FindMany {
  model: string;
  where?: CleanedWhere[] | undefined;
  limit: number;
  offset?: number | undefined;
  sortBy?: { field: string; direction: 'asc' | 'desc' } | undefined;
}

interface Increment {
  model: string;
  where: CleanedWhere[];
  increment: Record<string, number>;
  set?: Record<string, unknown> | undefined;
}

function byId({ id }: Row): CleanedWhere[] {
  return [{ field: 'id', value: id as string, operator: 'eq', connector: 'AND', mode: 'sensitive' }];
}

function stored(values: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !NOT_STORED.has(name)));
}

/** better-auth joins all conditions by AND, and those that say so by OR among themselves. */
function condition(where: Where) {
  return (builder: ExpressionBuilder<Tables, Table>): Expression<SqlBool> => {
    const terms = (connector: 'AND' | 'OR') =>
      (where ?? []).filter((term) => term.connector === connector).map((term) => comparison(builder, term));
    const either = terms('OR');
    return builder.and([...terms('AND'), ...(either.length > 0 ? [builder.or(either)] : [])]);
  };
}

const COMPARED = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function comparison(
  builder: ExpressionBuilder<Tables, Table>,
  { field, operator = 'eq', value }: CleanedWhere,
): Expression<SqlBool> {
  const column = sql.ref(field);
  if (operator === 'in' || operator === 'not_in') {
    const values = value as unknown[];
    if (values.length === 0) return builder.lit(operator === 'not_in') as unknown as Expression<SqlBool>;
    return builder(column, operator === 'in' ? 'in' : 'not in', values);
  }
  if (!Object.hasOwn(COMPARED, operator)) throw new Error(`The store does not compare with ${operator}.`);
  if (value === null) return builder(column, operator === 'eq' ? 'is' : 'is not', null);
  return builder(column, COMPARED[operator as keyof typeof COMPARED], value);
}
