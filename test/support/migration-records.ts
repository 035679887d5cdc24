// Makes a store look as if an older or a newer version of the program had opened it last, and the program as if it had
// one more migration.

import { FORMER_MIGRATIONS, MIGRATIONS, type StoreMigration } from '@rf-indicators/core/store/migrations';
import type { Queries } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { cleanUp, type Lifetime } from './lifetime.ts';

/** Gives the program in this thread one more migration, which all stores then lack. */
export function addMigration(t: Lifetime, name: string, migration: StoreMigration): void {
  const list = MIGRATIONS as Record<string, StoreMigration>;
  list[name] = migration;
  cleanUp(t, () => {
    delete list[name];
  });
}

/** A migration that does nothing. */
export const noMigration = async () => ({ up: async () => undefined });

/**
 * Forgets the last of the former migrations, and all later ones: the store is then too old for this version. Returns what
 * records them again.
 */
export async function makeTooOld(db: Queries): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name >= ${FORMER_MIGRATIONS.at(-1)} returning name, timestamp`.execute(
    db,
  );
  return async () => {
    for (const { name, timestamp } of rows)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db);
  };
}

/** By a newer version, with which older ones cannot work unless `isCompatible`. */
export async function recordUnknownMigration(db: Queries, isCompatible = false): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp)
    values ('9999-unknown', '2030-01-01T00:00:00.000Z')`.execute(db);
  if (!isCompatible) await sql`update compatible_versions set oldest = '9999-unknown'`.execute(db);
}
