// A store with rows in many tables, and the commands that back it up and restore it.

import { writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { backupKey } from '@rf-indicators/core/secrets/master-key-in-backup';
import type { StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import { addSamples, START } from '../../../../../test/support/desk-fixture.ts';
import {
  addIndicators,
  type FoundedDesk,
  foundedDesk,
  growLog,
} from '../../../../../test/support/founded-desk.ts';
import { locationFrom } from '../../../../../test/support/stores.ts';
import { MIGRATED } from '../../../../../test/support/templates.ts';
import { backupCommand, restoreCommand } from '../../../src/cli/service/backup.ts';
import { envOf, runCommand } from '../run-command.ts';

export const NOW = START + 1000;
/** The master key of every desk here, so that the stores can restore each other's backups. */
export const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
export const KEY = backupKey(readMasterKey('', MASTER_KEY));

interface World extends FoundedDesk {
  location: StoreLocation;
  env: Record<string, string>;
}

/** Rows in many tables, texts and bytes that are hard to carry among them. */
export async function world(kind: StoreKind, t: TestContext): Promise<World> {
  const location = await locationFrom(MIGRATED, kind, t);
  writeFileSync(masterKeyFile(location.dataDir), MASTER_KEY, { mode: 0o600 });
  const desk = await foundedDesk(location, t);
  const { db } = desk.desk.store;
  const people = ['ann', 'Rob', 'ölga', 'Zoë'].map((id) => ({
    id,
    name: id,
    created_at: START,
    retired_at: null,
  }));
  await desk.desk.store.transaction((writes) => writes.insertInto('staff').values(people).execute());
  const [analyst, reviewer] = people.map(({ id, name }) => ({ id, name, roles: [] }));
  await addSamples(desk.desk, analyst!, reviewer!);
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256);
  await db
    .insertInto('documents')
    .values({ sha256: 'all bytes', media_type: 'x', bytes, stored_at: START, stored_by: 'ann' })
    .execute();
  const request = {
    provider_name: 'Line\u2028and paragraph\u2029 separators, "quotes",\nnewlines, 𝄞',
    provider_url: null,
    planner_type: null,
    contact_email: null,
    message: '',
    status: 'received' as const,
    received_at: START,
    decided_at: null,
    decided_by: null,
    provider_id: null,
  };
  // A dictionary would order them otherwise than bytes do.
  const requests = ['a', 'B', 'ä', 'Z', '-b'].map((id) => ({ id, ...request }));
  await db.insertInto('score_requests').values(requests).execute();
  // Stores order nulls differently.
  const fact = { fact_id: 'yield_max', value: '1.00', recorded_at: START };
  const rate = { provider_id: null, currency: 'USD', fact_id: 'reference_rate', value: '3.75' };
  // The one that follows has the smaller id, so that the order of ids would break the chain.
  await addIndicators(desk, 'zz', 'mm', 'aa');
  await db
    .insertInto('recorded_facts')
    .values([
      { ...fact, provider_id: 'p', currency: null },
      { ...fact, provider_id: 'p', currency: null, recorded_at: START - 1 },
      { ...rate, recorded_at: START },
      { ...rate, currency: 'CHF', recorded_at: START + 10 },
    ])
    .execute();
  await growLog(desk, 'four', 'five');
  return { ...desk, location, env: envOf(location) };
}

export async function backUp({ env }: Pick<World, 'env'>, file: string, ...args: string[]) {
  const options = { env: { RF_MASTER_KEY: MASTER_KEY, ...env }, now: NOW };
  const { out } = await runCommand(backupCommand, [file, '--json', ...args], options);
  return JSON.parse(out.join('\n'));
}

/** With the master key in the environment. */
export function restore(location: StoreLocation, file: string, ...args: string[]) {
  return restoreWith({ RF_MASTER_KEY: MASTER_KEY }, location, file, ...args);
}

/** With the master key in the folder, if there is one. */
export function restoreAlone(location: StoreLocation, file: string, ...args: string[]) {
  return restoreWith({}, location, file, ...args);
}

export async function restoreWith(
  more: Record<string, string>,
  location: StoreLocation,
  file: string,
  ...args: string[]
) {
  const env = { ...envOf(location), ...more };
  const { out } = await runCommand(restoreCommand, [file, '--json', ...args], { env, now: NOW });
  return JSON.parse(out.join('\n'));
}
