// rf doctor: checks everything that the service depends on. It changes nothing and runs no migrations.

import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { readPinnedKey } from '../../log/pinned-key.ts';
import type { WitnessSetting } from '../../log/witnesses.ts';
import { readMasterKey } from '../../secrets/master-key.ts';
import { connectStore } from '../../store/connect.ts';
import { sqliteFile } from '../../store/sqlite.ts';
import type { StoreLocation } from '../../store/store.ts';
import { type Store, StoreError } from '../../store/store.ts';
import { STORE_FAULTS, storeFaultOf } from '../../store/store-fault.ts';
import { checkIntegrity } from './doctor-integrity.ts';
import { checkCheckpointFile, checkClock, checkDisk, checkFileModes } from './doctor-machine.ts';
import { checkNodes, liveNodes } from './doctor-nodes.ts';
import { checkTwoPeople } from './doctor-people.ts';
import {
  checkDurability,
  checkLog,
  checkMasterKey,
  checkMethodology,
  checkMigrations,
  checkPinnedKey,
  checkSignatures,
} from './doctor-store.ts';
import { type Diagnosis, fail, type Verdict } from './doctor-verdict.ts';
import { checkWitnesses } from './doctor-witnesses.ts';

export interface Examination {
  location: StoreLocation;
  /** RF_MASTER_KEY, if it is set. */
  masterKey: string | undefined;
  /** RF_VERIFIER_KEY, if it is set. */
  verifierKey: string | undefined;
  /** The checkpoint file; null if it is switched off. */
  checkpointFile: string | null;
  /** RF_WITNESSES, and how many of them must have cosigned. */
  witnesses: readonly WitnessSetting[];
  witnessQuorum: number;
  /** Whether RF_SECOND_PERSON is set, which once switched the two-person rule off. */
  ignoresSecondPerson: boolean;
  now: number;
}

export async function examine(examination: Examination): Promise<Diagnosis[]> {
  const { location } = examination;
  const disk = await diagnose('disk', () => checkDisk(location.dataDir));
  let store: Store;
  try {
    store = await connect(location);
  } catch (error) {
    return [{ name: 'store', ...unopened(error) }, disk];
  }
  try {
    return [
      ...(await examineStore(store, examination)),
      await diagnose('integrity', () => checkIntegrity(store, location.dataDir)),
      await diagnose('file modes', () => checkFileModes(location.dataDir)),
      disk,
    ];
  } finally {
    await store.close();
  }
}

async function examineStore(store: Store, examination: Examination): Promise<Diagnosis[]> {
  const { db } = store;
  const { location, masterKey, verifierKey, checkpointFile, ignoresSecondPerson, now } = examination;
  const { dataDir } = location;
  const { witnesses, witnessQuorum } = examination;
  const pinned = () => readPinnedKey(dataDir, verifierKey);
  const opened = await diagnose('store', () => checkDurability(store));
  const migrations = await diagnose('migrations', () => checkMigrations(store));
  // Queries on the tables of another version would only fail.
  if (migrations.state !== 'ok') return [opened, migrations];
  const nodes = await liveNodes(store, now);
  return [
    opened,
    migrations,
    await diagnose('master key', () => checkMasterKey(db, () => readMasterKey(dataDir, masterKey))),
    await diagnose('pinned key', () => checkPinnedKey(db, pinned)),
    await diagnose('log', async () => checkLog(db, (await pinned())?.key ?? null)),
    await diagnose('signatures', async () => checkSignatures(db, (await pinned())?.key ?? null)),
    await diagnose('methodology', () => checkMethodology(db, now)),
    await diagnose('two people', () => checkTwoPeople(db, now, ignoresSecondPerson)),
    await diagnose('clock', () => checkClock(db, now)),
    await diagnose('checkpoint file', () => checkCheckpointFile(db, checkpointFile, dataDir)),
    ...(nodes.length === 0 ? [] : [await diagnose('nodes', async () => checkNodes(nodes))]),
    // Nothing is said of witnesses to an operator who has none.
    ...(witnesses.length === 0
      ? []
      : [await diagnose('witnesses', () => checkWitnesses(db, witnesses, witnessQuorum, now))]),
  ];
}

/** Connecting would create a SQLite file in a folder that has no store, so that case is refused first. */
async function connect(location: StoreLocation): Promise<Store> {
  if (location.databaseUrl === null && !existsSync(sqliteFile(location.dataDir))) {
    throw new StoreError(`There is no store in ${location.dataDir}`);
  }
  const store = await connectStore(location);
  try {
    await sql`select 1`.execute(store.db);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A check that throws is itself a finding, and must not hide the findings of the other checks. */
async function diagnose(name: string, check: () => Promise<Verdict>): Promise<Diagnosis> {
  try {
    return { name, ...(await check()) };
  } catch (error) {
    const fault = storeFaultOf(error);
    const todo = fault === null ? 'run rf verify --all' : STORE_FAULTS[fault].todo;
    return { name, ...fail(`the check failed: ${(error as Error).message}`, todo) };
  }
}

/** A store that exists but cannot be opened must not be created again. */
function unopened(error: unknown): Verdict {
  const why = (error as Error).message || String(error);
  const fault = storeFaultOf(error);
  if (fault === null) return fail(why, 'create a store with rf init, or set RF_DATA_DIR or DATABASE_URL');
  return fail(`${STORE_FAULTS[fault].message} (${why})`, STORE_FAULTS[fault].todo);
}
