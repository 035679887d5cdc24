// Which versions of the program can use a store: the store names the migration that a program must at least know. So an
// older node goes on while newer ones have added to the store, and stops once something that it needs is gone.

import { type Kysely, sql } from 'kysely';
import type { MigrationList } from './migration-kinds.ts';
import { type Queries, StoreError } from './store.ts';
import { INCOMPATIBLE, storeFaultOf } from './store-fault.ts';

/** The table exists since this migration; programs before it can use no store that has it. */
const SINCE = '0030-compatible-versions';

/** Within a migration, for programs from now on. */
export async function setOldestProgram(db: Kysely<unknown>, needed: string): Promise<void> {
  if (needed <= SINCE) return;
  await sql`update compatible_versions set oldest = ${needed} where oldest < ${needed}`.execute(db);
}

/** Whether a program with these migrations can use a store that has others besides. */
export async function isCompatible(db: Queries, list: MigrationList): Promise<boolean> {
  const { rows } = await sql<{ oldest: string }>`select oldest from compatible_versions`
    .execute(db)
    // A store of a version that had no such table, and other migrations.
    .catch((error) => {
      if (storeFaultOf(error) !== null) throw error;
      return { rows: [] };
    });
  return knows(rows[0]?.oldest, list);
}

/** Whether a program with these migrations can use a store that names this one. */
export function knows(oldest: string | undefined, list: MigrationList): boolean {
  return oldest !== undefined && Object.hasOwn(list, oldest);
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

export function newerStore(unknown: readonly string[]): StoreError {
  return new StoreError(
    `The store belongs to a newer version of rf: it has migrations that this version does not know ` +
      `(${unknown.join(', ')}). Use the newer version, or restore a backup that this version made into an empty store.`,
  );
}
