// Stores that are made once and copied: a SQLite file, or a PostgreSQL database with `create database … template`.
// npm test names a folder in RF_TEST_TEMPLATES that all test files share; a file that is run alone makes its own.

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createStore } from '@rf-indicators/core/store/open';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import type { Store, StoreLocation } from '@rf-indicators/core/store/store';
import { createDatabase, renameDatabase } from './postgres.ts';

/** The master key of the stores that tests make, except where a data folder has one of its own. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

export interface Template {
  name: string;
  /** Makes the store to fill; without it, one whose tables are up to date and empty. */
  create?(location: StoreLocation): Promise<Store>;
  /** Fills the store. */
  fill(store: Store): Promise<void>;
}

/** The tables and nothing in them. */
export const MIGRATED: Template = { name: 'migrated', fill: async () => undefined };

let ownFolder: string | null = null;

function folder(): string {
  if (process.env.RF_TEST_TEMPLATES) return process.env.RF_TEST_TEMPLATES;
  if (ownFolder !== null) return ownFolder;
  const made = mkdtempSync(path.join(os.tmpdir(), 'rf-templates-'));
  ownFolder = made;
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A copy of the template's file in the data folder. */
export async function copySqlite(template: Template, dataDir: string): Promise<StoreLocation> {
  const file = path.join(folder(), `${template.name}.sqlite`);
  if (!existsSync(file)) await makeSqlite(template, file);
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(file, sqliteFile(dataDir));
  return { dataDir, databaseUrl: null };
}

/** Made under another name and moved into place, so that no test file ever copies half a template. */
async function makeSqlite(template: Template, file: string): Promise<void> {
  const building = mkdtempSync(path.join(folder(), 'building-'));
  await fillAndClose(template, { dataDir: building, databaseUrl: null });
  renameSync(sqliteFile(building), file);
  rmSync(building, { recursive: true });
}

/** A new database with the template's content. */
export async function copyDatabase(
  template: Template,
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `template_${template.name}`;
  try {
    return await createDatabase(serverUrl, name);
  } catch (error) {
    if ((error as { code?: string }).code !== UNKNOWN_DATABASE) throw error;
  }
  const building = await createDatabase(serverUrl);
  await fillAndClose(template, { dataDir: folder(), databaseUrl: building.url });
  // Two test files may have made it at the same time: the first name counts.
  await renameDatabase(serverUrl, building.url, name).catch(async (error: { code?: string }) => {
    if (error.code !== DUPLICATE_DATABASE) throw error;
    await building.drop();
  });
  return createDatabase(serverUrl, name);
}

const UNKNOWN_DATABASE = '3D000';
const DUPLICATE_DATABASE = '42P04';

async function fillAndClose(template: Template, location: StoreLocation): Promise<void> {
  const store = await (template.create ?? createStore)({ ...location, masterKey: TEST_MASTER_KEY });
  await template.fill(store);
  await store.close();
}
