// Migrations: a list in code, run in order, each once. Kysely keeps the record of applied migrations and the lock.

import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { isCompatible as isCompatibleWith, newerStore, setOldestProgram } from './compatibility.ts';
import { contract, type MigrationList, neededBy } from './migration-kinds.ts';
import { chainOlderRows } from './records/older-rows.ts';
import { type Queries, StoreError, type StoreKind } from './store.ts';

/**
 * In order. Each is `expand` (programs that do not know it go on with the store) or `contract` (they must not).
 * docs/operate/upgrading.md says how to write one. Their code is loaded when they are applied: every thread and command that opens
 * the store needs their names, and hardly ever their code.
 */
export const MIGRATIONS: MigrationList = {
  '0001-the-write-side': contract(() => import('./migrations/0001-the-write-side.ts')),
  '0002-the-read-side': contract(() => import('./migrations/0002-the-read-side.ts')),
  '0003-webhooks': contract(() => import('./migrations/0003-webhooks.ts')),
  '0004-agent-calls': contract(() => import('./migrations/0004-agent-calls.ts')),
  '0005-topics': contract(() => import('./migrations/0005-topics.ts')),
  '0006-agent-call-columns': contract(() => import('./migrations/0006-agent-call-columns.ts')),
  '0007-evidence-for-facts': contract(() => import('./migrations/0007-evidence-for-facts.ts')),
  '0008-two-people': contract(() => import('./migrations/0008-two-people.ts')),
  '0009-suspensions': contract(() => import('./migrations/0009-suspensions.ts')),
  '0010-record-chain': contract(() => import('./migrations/0010-record-chain.ts')),
  '0011-cosignatures': contract(() => import('./migrations/0011-cosignatures.ts')),
  '0012-erasure': contract(() => import('./migrations/0012-erasure.ts')),
  '0013-identity': contract(() => import('./migrations/0013-identity.ts')),
  '0014-endpoint-secrets': contract(() => import('./migrations/0014-endpoint-secrets.ts')),
  '0015-audit-via': contract(() => import('./migrations/0015-audit-via.ts')),
  '0016-failed-calls': contract(() => import('./migrations/0016-failed-calls.ts')),
  '0017-notice-mails': contract(() => import('./migrations/0017-notice-mails.ts')),
  '0018-typed-names': contract(() => import('./migrations/0018-typed-names.ts')),
  '0019-compressed-packages': contract(() => import('./migrations/0019-compressed-packages.ts')),
  '0020-prepared-reads': contract(() => import('./migrations/0020-prepared-reads.ts')),
  '0021-pending-decisions': contract(() => import('./migrations/0021-pending-decisions.ts')),
  '0022-due-board': contract(() => import('./migrations/0022-due-board.ts')),
  '0023-entry-drafts': contract(() => import('./migrations/0023-entry-drafts.ts')),
  '0024-committee': contract(() => import('./migrations/0024-committee.ts')),
  '0025-desk-of-providers': contract(() => import('./migrations/0025-desk-of-providers.ts')),
  '0026-incidents': contract(() => import('./migrations/0026-incidents.ts')),
  '0027-presence': contract(() => import('./migrations/0027-presence.ts')),
  '0028-datasets': contract(() => import('./migrations/0028-datasets.ts')),
  '0029-nodes': contract(() => import('./migrations/0029-nodes.ts')),
  '0030-compatible-versions': contract(() => import('./migrations/0030-compatible-versions.ts')),
};

/** The newest migration that this program knows: its version, as far as the store is concerned. */
export const NEWEST_MIGRATION = Object.keys(MIGRATIONS).at(-1)!;

function migrator(
  db: Queries,
  kind: StoreKind,
  { list = MIGRATIONS, until, onStart }: MigrateOptions,
): Migrator {
  const migrations: Record<string, Migration> = {};
  for (const [name, { load }] of Object.entries(list)) {
    migrations[name] = {
      up: async (target: Kysely<unknown>) => {
        onStart?.(name);
        const { up } = await load();
        await up(target, kind);
        const needed = neededBy(name, list);
        if (needed !== null) await setOldestProgram(target, needed);
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
  return {
    applied,
    pending: Object.keys(list).filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !Object.hasOwn(list, name)),
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

/** Applies the pending migrations. Whoever calls it has made sure that no older program uses the store. */
export async function migrate(db: Queries, kind: StoreKind, options: MigrateOptions = {}): Promise<void> {
  const { list = MIGRATIONS } = options;
  // Usually nothing is pending; the migrator would take the write lock to find that out.
  const { applied, pending, unknown } = await readMigrations(db, list);
  if (unknown.length > 0 && !(await isCompatibleWith(db, list))) throw newerStore(unknown);
  if (applied.length > 0 && pending.length === 0) return chainOlderRows(db, kind, Date.now());
  if (unknown.length > 0) throw newerStore(unknown);
  const { error } = await (kind === 'sqlite'
    ? withoutForeignKeys(db, () => migrator(db, kind, options).migrateToLatest())
    : migrator(db, kind, options).migrateToLatest());
  if (error) throw new StoreError(`The store could not be migrated: ${String(error)}`);
  if (options.until === undefined) await chainOlderRows(db, kind, Date.now());
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

/** Whether this program can use a store that has migrations which it does not know. */
export function isCompatible(db: Queries): Promise<boolean> {
  return isCompatibleWith(db, MIGRATIONS);
}

/** A store that several nodes share is migrated by a command of its own, never by whoever opens it first. */
export async function requireUsable(db: Queries, list: MigrationList = MIGRATIONS): Promise<void> {
  const { applied, pending, unknown } = await readMigrations(db, list);
  if (unknown.length > 0 && !(await isCompatibleWith(db, list))) throw newerStore(unknown);
  if (pending.length === 0) return;
  throw applied.length === 0 ? noStore() : new StoreError(pendingText(pending));
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
