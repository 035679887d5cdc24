// rf doctor: checks everything that the service depends on. It changes nothing and runs no migrations.

import { checkDisclosures } from './doctor-disclosures.ts';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { foundingState } from '../../accounts/founding.ts';
import {
  type ConfiguredServers,
  confirmedSentence,
  serverProblem,
  serverStates,
} from '../../accounts/sign-in-servers.ts';
import { ablePeople } from '../../accounts/staff.ts';
import { civilDate } from '../../context/times.ts';
import { lacksCosignatures, readCosigning } from '../../log/cosignatures.ts';
import { readPinnedKey } from '../../log/pinned-key.ts';
import { readWitnesses, type WitnessSetting } from '../../log/witnesses.ts';
import { type ListedNode, listNodes } from '../../nodes/registry.ts';
import type { SecondFactorCipher } from '../../resealing/sealed-values.ts';
import { readMasterKey } from '../../secrets/master-key.ts';
import { connectStore } from '../../store/connect.ts';
import { sqliteFile } from '../../store/sqlite-file.ts';
import { type Queries, type Store, StoreError, type StoreLocation } from '../../store/store.ts';
import { STORE_FAULTS, storeFaultOf } from '../../store/store-fault.ts';
import { checkAuthority } from './doctor-authority.ts';
import { checkIntegrity } from './doctor-integrity.ts';
import { checkCheckpointFile, checkClock, checkDisk, checkFileModes } from './doctor-machine.ts';
import {
  checkDurability,
  checkLog,
  checkMasterKey,
  checkMethodology,
  checkMigrations,
  checkPinnedKey,
  checkSignatures,
} from './doctor-store.ts';
import { type Diagnosis, fail, ok, type Verdict, warn } from './doctor-verdict.ts';

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
  /** The mail server and the OIDC provider of the settings. */
  servers: ConfiguredServers;
  /** How second factors are encrypted. */
  secondFactors: SecondFactorCipher;
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
    await diagnose('master key', () =>
      checkMasterKey(store, () => readMasterKey(dataDir, masterKey), examination.secondFactors, now),
    ),
    await diagnose('pinned key', () => checkPinnedKey(db, pinned)),
    await diagnose('log', async () => checkLog(db, (await pinned())?.key ?? null)),
    await diagnose('signatures', async () => checkSignatures(db, (await pinned())?.key ?? null)),
    await diagnose('methodology', () => checkMethodology(db, now)),
    await diagnose('two people', () => checkTwoPeople(db, now, ignoresSecondPerson)),
    await diagnose('sign-in servers', () => checkServers(db, examination.servers)),
    await diagnose('disclosures', () => checkDisclosures(db)),
    await diagnose('who may do what', () => checkAuthority(db)),
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

/** Only on PostgreSQL: a store on SQLite has one node, which a lock guards. */
async function liveNodes({ db, kind }: Store, now: number): Promise<ListedNode[]> {
  if (kind === 'sqlite') return [];
  return (await listNodes(db, kind, now)).filter((node) => node.live);
}

function checkNodes(live: readonly ListedNode[]): Verdict {
  const names = live.map(({ name }) => name).join(', ');
  const running = `${live.length} ${live.length === 1 ? 'node is' : 'nodes are'} running (${names})`;
  const leader = live.find((node) => node.leader);
  if (leader === undefined)
    return warn(
      `${running}, but none does the scheduled work`,
      'wait ten seconds; after that, look at /api/v1/status of each node: a node whose clock is not steady does none',
    );
  const versions = new Set(live.map(({ version }) => version));
  if (versions.size > 1)
    return warn(
      `${running}, in different versions (${[...versions].join(', ')})`,
      'finish the upgrade: restart the nodes that run the older version',
    );
  return ok(`${running}; ${leader.name} does the scheduled work`);
}

/** `ignoresSetting`: RF_SECOND_PERSON is set, which once switched the rule off. */
async function checkTwoPeople(db: Queries, now: number, ignoresSetting: boolean): Promise<Verdict> {
  const { state, since, effective_at, reason } = await foundingState(db);
  if (state === 'founding') {
    return warn(
      `the store is being founded since ${civilDate(since)} (${reason}), so one person can enrol others alone`,
      'invite the staff with rf staff invite, then activate a framework',
    );
  }
  if (state === 'notice') {
    return warn(
      `notice was given on ${civilDate(since)} (${reason}): the store can return to its founding from ` +
        `${civilDate(effective_at!)}`,
      'if this is a surprise, stop it with rf staff founding stop',
    );
  }
  const able = await ablePeople(db, now);
  if (able.length < 2) {
    return warn(
      `two people are required since ${civilDate(since)}, but only ${able.length} can act`,
      'rf staff founding return --reason TEXT gives notice that one person enrols others alone',
    );
  }
  if (ignoresSetting) {
    return warn('RF_SECOND_PERSON is set, and ignored: the rule is kept in the store', 'remove the setting');
  }
  return ok(`required since ${civilDate(since)}; ${able.length} can act`);
}

/** The mail server and the OIDC provider: whoever chooses them could become any of the staff. */
async function checkServers(db: Queries, configured: ConfiguredServers): Promise<Verdict> {
  const states = await serverStates(db, configured);
  const problems = states.map(serverProblem).filter((problem) => problem !== null);
  if (problems.length > 0)
    return warn(
      problems.join(' ').replace(/\.$/, ''),
      'correct the settings, or propose the change with rf servers set, which a second person approves',
    );
  return ok(states.map(confirmedSentence).join('; '));
}

async function checkWitnesses(
  db: Queries,
  settings: readonly WitnessSetting[],
  quorum: number,
  now: number,
): Promise<Verdict> {
  const witnesses = await readWitnesses(settings);
  const state = await readCosigning(db);
  const names = state.cosignedBy.length === 0 ? 'none' : state.cosignedBy.join(', ');
  const what = `${state.cosignedBy.length} of ${witnesses.length} cosigned the newest checkpoint (${names}), ${quorum} required`;
  if (state.checkpointAt === null) return ok('there is no checkpoint to cosign yet');
  if (!lacksCosignatures(state, quorum, now)) return ok(what);
  return warn(what, 'look for the witnesses in the log of rf serve, which asks them once a minute');
}
