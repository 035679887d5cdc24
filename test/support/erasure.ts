// For tests of erasure: a world whose store can be backed up, and everything that it holds as text.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { performAct } from '@rf-indicators/core/acts/perform';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { backupKey } from '@rf-indicators/core/secrets/master-key-in-backup';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { TABLE_NAMES } from '@rf-indicators/core/store/schema';
import { type StoreKind, type StoreLocation, untyped } from '@rf-indicators/core/store/store';
import { type Story, storyOf } from '../../packages/core/test/acts/story.ts';
import { foundedPlace } from './world.ts';

export interface ErasureStory extends Story {
  location: StoreLocation;
}

export async function erasureStory(kind: StoreKind, t: TestContext): Promise<ErasureStory> {
  const { world, location } = await foundedPlace(kind, t);
  return { ...storyOf(world), location };
}

/** An act that takes two people, done by the operator and the reviewer. */
export async function byTwo(
  { services, callers }: Story,
  ...[name, input]: Parameters<typeof performAct> extends [unknown, unknown, infer Name, infer Input]
    ? [Name, Input]
    : never
): Promise<void> {
  const answer = await performAct(services, callers.operator!, name, input);
  const { request } = answer as { request: string };
  await performAct(services, callers.reviewer!, 'requests.approve', { request });
}

/** The tables that contain a text. */
export async function tablesWith({ world }: Story, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of TABLE_NAMES) {
    const rows = await untyped(world.store.db).selectFrom(table).selectAll().execute();
    if (JSON.stringify(rows).includes(text)) found.push(table);
  }
  return found;
}

/** The text of a new backup. */
export async function backupText({ world, location }: ErasureStory): Promise<string> {
  const file = path.join(location.dataDir, `${world.desk.clock()}.rf-backup`);
  const key = backupKey(world.masterKey);
  await writeBackup(location, file, { createdAt: new Date(world.desk.clock()), key });
  return gunzipSync(readFileSync(file)).toString();
}

/** All leaves of the log, once it covers the newest records. */
export async function sealedLeaves({ world, services }: Story) {
  const { masterKey } = world;
  await sealRecords(services.context, { masterKey, pinned: null, checkpointFile: null });
  return world.store.db.selectFrom('log_leaves').selectAll().orderBy('idx').execute();
}

/** The entries of a row in the record chain, oldest first: whether each still has its salt. */
export async function saltsOf({ world }: Story, table: string, ...key: unknown[]): Promise<boolean[]> {
  const entries = await world.store.db
    .selectFrom('record_chain')
    .select('salt')
    .where('table_name', '=', table)
    .where('row_key', '=', JSON.stringify(key))
    .orderBy('seq')
    .execute();
  return entries.map(({ salt }) => salt !== null);
}
