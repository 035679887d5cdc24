// Opens the store that the environment configures.

import { existsSync } from 'node:fs';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { createStore, openCurrentStore, openStore } from '@rf-indicators/core/store/open';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { readConfig } from '../service/config.ts';
import { type Terminal, UsageError } from './terminal.ts';

export type OpenContext = Context & { close(): Promise<void> };

export interface DeskOptions {
  /** `rf init` opens an empty store; every other command needs one that is initialised. */
  mayBeEmpty?: boolean;
  /** `rf backup` refuses a store that it would have to migrate first: the backup is what protects a migration. */
  migrate?: boolean;
}

export function storeLocation(terminal: Terminal): StoreLocation {
  const { dataDir, databaseUrl, masterKey } = readConfig(terminal.env);
  return { dataDir, databaseUrl, masterKey };
}

export async function openContext(
  terminal: Terminal,
  { mayBeEmpty = false, migrate = true }: DeskOptions = {},
): Promise<OpenContext> {
  const location = storeLocation(terminal);
  // Opening a SQLite store creates its file, so a mistyped folder must be noticed before.
  const absent = location.databaseUrl === null && !existsSync(sqliteFile(location.dataDir));
  if (absent && !mayBeEmpty) throw notInitialised(location);
  const open = mayBeEmpty ? createStore : migrate ? openStore : openCurrentStore;
  const store = await open(location);
  const clock = () => terminal.now().getTime();
  const context = { store, clock, newId: () => uuidV7(clock()), close: () => store.close() };
  if (mayBeEmpty || (await hasStaff(context))) return context;
  await context.close();
  throw notInitialised(location);
}

/** Opens the store, runs the work and always closes the store again. */
export async function withContext<T>(
  terminal: Terminal,
  work: (context: Context) => Promise<T>,
  options: DeskOptions = {},
): Promise<T> {
  const context = await openContext(terminal, options);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

async function hasStaff({ store }: Context): Promise<boolean> {
  return (await store.db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined;
}

function notInitialised({ dataDir, databaseUrl }: StoreLocation): UsageError {
  const place = databaseUrl === null ? dataDir : 'the database at DATABASE_URL';
  return new UsageError(
    `There is no store in ${place}. Run rf init first, or set RF_DATA_DIR or DATABASE_URL.`,
  );
}
