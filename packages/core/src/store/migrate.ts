// Creates the tables of a new store, and applies migrations to one that exists, in order and each once. Kysely keeps the
// record of applied migrations and the lock. The store names the migration that a program must at least know, so that
// an older node keeps running while newer ones have added to the store, and stops once something that it needs is gone.

import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { FORMER_MIGRATIONS, knows, MIGRATIONS, type MigrationList, namesOf, neededBy } from './migrations.ts';
import { type Queries, StoreError, type StoreKind } from './store.ts';
import { INCOMPATIBLE } from './store-fault.ts';

function migrator(
  db: Queries,
  kind: StoreKind,
  { list = MIGRATIONS, until, onStart }: MigrateOptions,
): Migrator {
  const migrations: Record<string, Migration> = {};
  let isNew = false;
  for (const name of namesOf(list)) {
    migrations[name] = {
      up: async (target: Kysely<unknown>) => {
        if (name === FORMER_MIGRATIONS[0]) {
          isNew = true;
          const { createTables } = await import('./tables/create.ts');
          await createTables(target, kind);
        } else if (!isNew) {
          onStart?.(name);
          const { up } = await list[name]!.load();
          await up(target, kind);
        }
        const needed = neededBy(name, list);
        if (needed !== null)
          await sql`update compatible_versions set oldest = ${needed} where oldest < ${needed}`.execute(
            target,
          );
      },
    };
    if (name === until) break;
  }
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** The migrations of a store, compared with those of this program. */
export interface MigrationState {
  applied: string[];
  /** Known to this program, but not applied yet. */
  pending: string[];
  /** Applied by a newer version, and unknown to this one. */
  unknown: string[];
  /** This program cannot migrate it. */
  isTooOld: boolean;
}

/** Reads the state and changes nothing, not even in an empty database. */
export async function readMigrations(db: Queries, list: MigrationList = MIGRATIONS): Promise<MigrationState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const isNew = tables.every(({ name }) => name !== DEFAULT_MIGRATION_TABLE);
  const { rows } = isNew
    ? { rows: [] }
    : await sql<{ name: string }>`
        select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  const applied = rows.map(({ name }) => name);
  const known = namesOf(list);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    isTooOld: applied.length > 0 && FORMER_MIGRATIONS.some((name) => !applied.includes(name)),
  };
}

export interface MigrateOptions {
  /** The migrations of this program, unless a test has others. */
  list?: MigrationList;
  /** The last one to apply; all of them by default. */
  until?: string | undefined;
  /** Called before each migration that is applied. */
  onStart?: (name: string) => void;
}

/**
 * Creates the tables of a new store, or applies the pending migrations. The caller has made sure that no older
 * program uses the store.
 */
export async function migrate(db: Queries, kind: StoreKind, options: MigrateOptions = {}): Promise<void> {
  const { list = MIGRATIONS } = options;
  // Usually nothing is pending; the migrator would take the write lock to find that out.
  const { applied, pending, unknown } = await readUsable(db, list);
  if (applied.length > 0 && pending.length === 0) return;
  if (unknown.length > 0) throw newerStore(unknown);
  const { error } = await (kind === 'sqlite'
    ? withoutForeignKeys(db, () => migrator(db, kind, options).migrateToLatest())
    : migrator(db, kind, options).migrateToLatest());
  if (error) throw new StoreError(`The store could not be migrated: ${String(error)}`);
}

/** SQLite can change a table only by replacing it, which its foreign keys would forbid. They are checked afterwards. */
async function withoutForeignKeys<T>(db: Queries, work: () => Promise<T>): Promise<T> {
  await sql`pragma foreign_keys = off`.execute(db);
  try {
    const result = await work();
    const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
    if (rows.length > 0)
      throw new StoreError(`The store has rows in ${rows[0]!.table} that refer to missing rows.`);
    return result;
  } finally {
    await sql`pragma foreign_keys = on`.execute(db);
  }
}

/** Refuses a store that this program can neither use nor migrate. */
async function readUsable(db: Queries, list: MigrationList): Promise<MigrationState> {
  const state = await readMigrations(db, list);
  if (state.isTooOld) throw olderStore(state);
  if (state.unknown.length > 0 && !(await isCompatible(db, list))) throw newerStore(state.unknown);
  return state;
}

/** Whether a program with these migrations can use a store that has others besides. */
export async function isCompatible(db: Queries, list: MigrationList = MIGRATIONS): Promise<boolean> {
  const { oldest } = await db.selectFrom('compatible_versions').select('oldest').executeTakeFirstOrThrow();
  return knows(oldest, list);
}

/** A store is migrated by a command of its own, never by the first program that opens it. */
export async function requireUsable(db: Queries, list: MigrationList = MIGRATIONS): Promise<void> {
  const { applied, pending } = await readUsable(db, list);
  if (pending.length === 0) return requireMacs(db);
  throw applied.length === 0 ? noStore() : new StoreError(pendingText(pending));
}

/** `rf migrate` was interrupted after it had changed the tables, and before it gave the records their first MACs. */
async function requireMacs(db: Queries): Promise<void> {
  const first = await db.selectFrom('record_chain').select('mac').where('seq', '=', 1).executeTakeFirst();
  if (first === undefined || first.mac !== null) return;
  const began = db.selectFrom('log_leaves').select('idx').where('kind', '=', 'macs').limit(1);
  if ((await began.executeTakeFirst()) !== undefined) return;
  throw new StoreError('The records of this store have no MACs yet. Run rf migrate.');
}

function pendingText(pending: readonly string[]): string {
  const [count, them] =
    pending.length === 1 ? ['1 pending migration', 'it'] : [`${pending.length} pending migrations`, 'them'];
  return (
    `The store has ${count} (${pending.join(', ')}). Take a backup with the version of rf that last opened the ` +
    `store, then apply ${them} with rf migrate.`
  );
}

function noStore(): StoreError {
  return new StoreError(
    'There is no store in this database yet. Run rf init first, or set RF_DATA_DIR or DATABASE_URL.',
  );
}

/** For work that depends on the exact tables of this version, on a store that must not be migrated. */
export async function requireCurrentMigrations(db: Queries): Promise<void> {
  const { applied, pending, unknown } = await readMigrations(db);
  if (unknown.length > 0) throw newerStore(unknown);
  if (pending.length === 0) return;
  if (applied.length === 0) throw noStore();
  throw new StoreError(
    `The store belongs to an older version of rf: this version has migrations that were not applied yet ` +
      `(${pending.join(', ')}). Use the version that last opened the store.`,
  );
}

/** The newest commit that can migrate stores which lack some of the former migrations. */
export const UPGRADING_COMMIT = '623acd22f6db813384f26c23f88c632827708200';

export function olderStore({ applied }: MigrationState): StoreError {
  return new StoreError(
    `The store is too old for this version of rf: its newest migration is ${applied.at(-1)}. Open it first with the ` +
      `version at commit ${UPGRADING_COMMIT}, which migrates it; then with this version. See docs/operate/upgrading.md.`,
  );
}

function newerStore(unknown: readonly string[]): StoreError {
  return new StoreError(
    `The store belongs to a newer version of rf: it has migrations that this version does not know ` +
      `(${unknown.join(', ')}). Use the newer version, or restore a backup that this version made into an empty store.`,
  );
}

/** The store was changed beneath a program that runs: it can neither read nor write it any more. */
export class IncompatibleStore extends StoreError {
  readonly code = INCOMPATIBLE;

  constructor(oldest: string | undefined) {
    super(
      `The store was migrated, and programs that do not know ${oldest ?? 'its migrations'} can no longer use it. ` +
        'Install the newer version of rf.',
    );
  }
}
