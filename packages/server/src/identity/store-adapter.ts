// The database adapter of better-auth, over our store: writes are tracked transactions, so that the record chain covers
// users and credentials, and rows that somebody else wrote are as if they did not exist. Times are epoch milliseconds and flags 0 or 1, as everywhere in the store.

import type { Context } from '@rf-indicators/core/context/context';
import { withNewestSecret } from '@rf-indicators/core/resealing/sealed-values';
import { provedRows } from '@rf-indicators/core/store/records/proved';
import { hasAuthority, type Row, type Table } from '@rf-indicators/core/store/schema';
import { type Queries, untyped, type Writes } from '@rf-indicators/core/store/store';
import { type CleanedWhere, createAdapterFactory, type DBAdapterInstance } from 'better-auth/adapters';
import { type Expression, type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { sealedVerifications, VERIFICATIONS } from './sealed-verifications.ts';
import { secondFactorCipher } from './second-factor-cipher.ts';

/** Tokens of the OIDC provider are not kept: nothing is done at the provider in the name of the user. */
const NOT_STORED = new Set([
  'accessToken',
  'refreshToken',
  'idToken',
  'accessTokenExpiresAt',
  'refreshTokenExpiresAt',
]);

const TWO_FACTORS = 'user_two_factors';
const ENCRYPTED: readonly string[] = ['secret', 'backup_codes'];

type Where = CleanedWhere[] | undefined;
type Tables = Record<Table, Row>;

/** Called in the transaction that adds a row. */
type OnCreate = (writes: Writes, model: string, row: Row) => Promise<void>;

/**
 * `secrets`: one for each master key, newest first. The first one is that of better-auth, and authenticates the state of
 * sign-ins in progress.
 */
export function storeAdapter(
  { store, newId }: Context,
  secrets: readonly string[],
  onCreate: OnCreate,
): DBAdapterInstance {
  const verifications = sealedVerifications(secrets[0]!);
  const write = <T>(work: (writes: Writes) => Promise<T>) => store.transaction(work);
  const find = (db: Queries | Writes, model: string, where: Where) =>
    untyped(db)
      .selectFrom(model as Table)
      .selectAll()
      .where(condition(where));
  const rowsOf = async (db: Queries | Writes, model: string, read: () => Promise<Row[]>): Promise<Row[]> => {
    if (hasAuthority(model)) {
      const proved = await provedRows(db, model as Table, read);
      return model === TWO_FACTORS && secrets.length > 1 ? readable(proved, secrets) : proved;
    }
    const rows = await read();
    return model === VERIFICATIONS ? rows.map(verifications.open).filter((row) => row !== undefined) : rows;
  };
  const sealed = (model: string, row: Row): Row => (model === VERIFICATIONS ? verifications.seal(row) : row);
  const findOne = async (db: Queries | Writes, model: string, where: Where): Promise<Row | undefined> => {
    // better-auth compares recovery codes with what it has read: the text of `readable`, which is not the stored one.
    const isReadable = ({ field }: CleanedWhere) => model === TWO_FACTORS && ENCRYPTED.includes(field);
    const [read, rest] = secrets.length > 1 ? parted(where ?? [], isReadable) : [[], where];
    const [row] = await rowsOf(db, model, () => find(db, model, rest).limit(1).execute());
    if (row === undefined) return undefined;
    for (const { field, value } of read)
      if (!(await isSameText(secrets[0]!, row[field], value))) return undefined;
    return row;
  };
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
        await write(async (writes) => {
          await untyped(writes)
            .insertInto(model as Table)
            .values(sealed(model, stored(data)))
            .execute();
          await onCreate(writes, model, data);
        });
        return data;
      },
      findOne: async <T>({ model, where }: { model: string; where: Where }) =>
        ((await findOne(store.db, model, where)) ?? null) as T | null,
      findMany: async <T>({ model, where, limit, offset, sortBy }: FindMany) => {
        let query = find(store.db, model, where).limit(limit);
        if (sortBy)
          query = query.orderBy(sql.ref(getFieldName({ model, field: sortBy.field })), sortBy.direction);
        if (offset) query = query.offset(offset);
        return (await rowsOf(store.db, model, () => query.execute())) as T[];
      },
      count: async ({ model, where }) =>
        (await rowsOf(store.db, model, () => find(store.db, model, where).execute())).length,
      update: <T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) =>
        write(async (writes) => {
          const found = await findOne(writes, model, where);
          if (found === undefined) return null;
          const updated = { ...found, ...stored(update as Row) };
          const changes = model === VERIFICATIONS ? sealed(model, updated) : (update as Row);
          await change(writes, model, byId(found), changes).execute();
          return updated as T;
        }),
      updateMany: ({ model, where, update }) =>
        write(async (writes) => {
          const rows = await rowsOf(writes, model, () => find(writes, model, where).execute());
          for (const row of rows) await change(writes, model, byId(row), update).execute();
          return rows.length;
        }),
      delete: ({ model, where }) =>
        write(async (writes) => {
          const found = await findOne(writes, model, where);
          // A session that is hidden ends too.
          if (found !== undefined || hasAuthority(model))
            await remove(writes, model, found === undefined ? where : byId(found)).execute();
        }),
      deleteMany: ({ model, where }) =>
        write(async (writes) =>
          Number((await remove(writes, model, where).executeTakeFirst()).numDeletedRows),
        ),
      // In one serializable transaction, so that a code is used once even by requests at the same time.
      consumeOne: <T>({ model, where }: { model: string; where: CleanedWhere[] }) =>
        write(async (writes) => {
          const found = await findOne(writes, model, where);
          if (found === undefined) return null;
          await remove(writes, model, byId(found)).execute();
          return found as T;
        }),
      incrementOne: <T>({ model, where, increment, set = {} }: Increment) =>
        write(async (writes) => {
          const found = await findOne(writes, model, where);
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

function parted<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

async function isSameText(secret: string, one: unknown, other: unknown): Promise<boolean> {
  const [text, given] = await Promise.all(
    [one, other].map((encrypted) => secondFactorCipher.decrypt(secret, String(encrypted))),
  );
  return text === given;
}

/** While the master key is being replaced, an older one may have encrypted second factors. better-auth knows the newest. */
function readable(rows: readonly Row[], secrets: readonly string[]): Promise<Row[]> {
  const again = (encrypted: unknown) => withNewestSecret(secondFactorCipher, secrets, String(encrypted));
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      secret: await again(row.secret),
      backup_codes: await again(row.backup_codes),
    })),
  );
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
  const column = builder.ref(field as never) as unknown as ExpressionWrapper<Tables, Table, unknown>;
  if (operator === 'in' || operator === 'not_in') {
    const values = value as unknown[];
    if (values.length === 0) return builder.lit(operator === 'not_in') as unknown as Expression<SqlBool>;
    return builder(column, operator === 'in' ? 'in' : 'not in', values);
  }
  if (!Object.hasOwn(COMPARED, operator)) throw new Error(`The store does not compare with ${operator}.`);
  if (value === null) return builder(column, operator === 'eq' ? 'is' : 'is not', null);
  return builder(column, COMPARED[operator as keyof typeof COMPARED], value);
}
