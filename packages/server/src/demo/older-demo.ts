// A demo world that an older version made cannot be opened any more, or has no mark. Its folder is set aside and the world is
// made again. Only demos are treated so: the store of a service is refused, and upgraded with an earlier version.

import { existsSync, renameSync } from 'node:fs';
import { isDemo } from '@rf-indicators/core/context/beginning';
import { connectStore } from '@rf-indicators/core/store/connect';
import { readMigrations } from '@rf-indicators/core/store/migrate';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { demoKeyId } from './founding.ts';

/** Whether the store is a demo that an older version made. Changes nothing. */
export async function isOlderDemo(location: StoreLocation): Promise<boolean> {
  if (location.databaseUrl === null && !existsSync(sqliteFile(location.dataDir))) return false;
  const store = await connectStore(location);
  try {
    const { isTooOld, applied, pending } = await readMigrations(store.db);
    if (applied.length === 0 && !isTooOld) return false;
    const { rows } = await sql<{ key_id: string }>`
      select key_id from signing_keys where key_id = ${await demoKeyId()}`.execute(store.db);
    if (rows.length === 0) return false;
    return isTooOld || pending.length > 0 || !(await isDemo(store.db));
  } finally {
    await store.close();
  }
}

/** Moves the folder out of the way and returns where it is now. */
export function setAside(dataDir: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${dataDir.replace(/\/+$/, '')}-set-aside-${stamp}`;
  renameSync(dataDir, aside);
  return aside;
}
