// Migrations: a list in code, run in order, each once. Kysely keeps the record of applied migrations and the lock.

import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import * as theWriteSide from './migrations/0001-the-write-side.ts';
import * as theReadSide from './migrations/0002-the-read-side.ts';
import * as webhooks from './migrations/0003-webhooks.ts';
import * as agentCalls from './migrations/0004-agent-calls.ts';
import * as topics from './migrations/0005-topics.ts';
import * as agentCallColumns from './migrations/0006-agent-call-columns.ts';
import * as evidenceForFacts from './migrations/0007-evidence-for-facts.ts';
import * as twoPeople from './migrations/0008-two-people.ts';
import * as suspensions from './migrations/0009-suspensions.ts';
import * as recordChain from './migrations/0010-record-chain.ts';
import * as cosignatures from './migrations/0011-cosignatures.ts';
import * as erasure from './migrations/0012-erasure.ts';
import * as identity from './migrations/0013-identity.ts';
import * as endpointSecrets from './migrations/0014-endpoint-secrets.ts';
import * as auditVia from './migrations/0015-audit-via.ts';
import * as failedCalls from './migrations/0016-failed-calls.ts';
import * as noticeMails from './migrations/0017-notice-mails.ts';
import * as typedNames from './migrations/0018-typed-names.ts';
import * as compressedPackages from './migrations/0019-compressed-packages.ts';
import * as preparedReads from './migrations/0020-prepared-reads.ts';
import * as pendingDecisions from './migrations/0021-pending-decisions.ts';
import * as dueBoard from './migrations/0022-due-board.ts';
import * as entryDrafts from './migrations/0023-entry-drafts.ts';
import * as committee from './migrations/0024-committee.ts';
import * as deskOfProviders from './migrations/0025-desk-of-providers.ts';
import * as incidents from './migrations/0026-incidents.ts';
import * as presence from './migrations/0027-presence.ts';
import { chainOlderRows } from './records/older-rows.ts';
import { type Queries, StoreError, type StoreKind } from './store.ts';

const MIGRATIONS = {
  '0001-the-write-side': theWriteSide,
  '0002-the-read-side': theReadSide,
  '0003-webhooks': webhooks,
  '0004-agent-calls': agentCalls,
  '0005-topics': topics,
  '0006-agent-call-columns': agentCallColumns,
  '0007-evidence-for-facts': evidenceForFacts,
  '0008-two-people': twoPeople,
  '0009-suspensions': suspensions,
  '0010-record-chain': recordChain,
  '0011-cosignatures': cosignatures,
  '0012-erasure': erasure,
  '0013-identity': identity,
  '0014-endpoint-secrets': endpointSecrets,
  '0015-audit-via': auditVia,
  '0016-failed-calls': failedCalls,
  '0017-notice-mails': noticeMails,
  '0018-typed-names': typedNames,
  '0019-compressed-packages': compressedPackages,
  '0020-prepared-reads': preparedReads,
  '0021-pending-decisions': pendingDecisions,
  '0022-due-board': dueBoard,
  '0023-entry-drafts': entryDrafts,
  '0024-committee': committee,
  '0025-desk-of-providers': deskOfProviders,
  '0026-incidents': incidents,
  '0027-presence': presence,
};

function migrator(db: Queries, kind: StoreKind): Migrator {
  const migrations: Record<string, Migration> = {};
  for (const [name, { up }] of Object.entries(MIGRATIONS)) {
    migrations[name] = { up: (target: Kysely<unknown>) => up(target, kind) };
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
export async function readMigrations(db: Queries): Promise<MigrationState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const isNew = tables.every(({ name }) => name !== DEFAULT_MIGRATION_TABLE);
  const { rows } = isNew
    ? { rows: [] }
    : await sql<{ name: string }>`
        select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  const applied = rows.map(({ name }) => name);
  return {
    applied,
    pending: Object.keys(MIGRATIONS).filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !Object.hasOwn(MIGRATIONS, name)),
  };
}

export async function migrate(db: Queries, kind: StoreKind): Promise<void> {
  // Usually nothing is pending; the migrator would take the write lock to find that out.
  const { applied, pending, unknown } = await readMigrations(db);
  if (applied.length > 0 && pending.length === 0 && unknown.length === 0)
    return chainOlderRows(db, kind, Date.now());
  const { error } = await (kind === 'sqlite'
    ? withoutForeignKeys(db, () => migrator(db, kind).migrateToLatest())
    : migrator(db, kind).migrateToLatest());
  if (!error) return chainOlderRows(db, kind, Date.now());
  if (unknown.length > 0) throw newerStore(unknown);
  throw new StoreError(`The store could not be migrated: ${String(error)}`);
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

/** For work that depends on the exact tables of this version, on a store that must not be migrated. */
export async function requireCurrentMigrations(db: Queries): Promise<void> {
  const { applied, pending, unknown } = await readMigrations(db);
  if (unknown.length > 0) throw newerStore(unknown);
  if (pending.length === 0) return;
  throw new StoreError(
    applied.length === 0
      ? 'There is no store in this database yet. Run rf init first, or set RF_DATA_DIR or DATABASE_URL.'
      : `The store belongs to an older version of rf: this version has migrations that were not applied yet ` +
          `(${pending.join(', ')}). Use the version that last opened the store.`,
  );
}

function newerStore(unknown: readonly string[]): StoreError {
  return new StoreError(
    `The store belongs to a newer version of rf: it has migrations that this version does not know ` +
      `(${unknown.join(', ')}). Use the newer version, or restore a backup that this version made into an empty store.`,
  );
}
