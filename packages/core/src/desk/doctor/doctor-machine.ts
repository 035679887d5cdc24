// Doctor checks of the machine: its clock, its disk, and the checkpoint file outside the store.

import { accessSync, constants, existsSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { parseCheckpoint } from '@rf-indicators/engine';
import { bodyOf, readCheckpointFile, requireConsistency } from '../../log/checkpoint-file.ts';
import { treeSizeOf } from '../../log/store.ts';
import { looseFiles } from '../../store/file-modes.ts';
import type { Queries } from '../../store/store.ts';
import { STORE_FAULTS, storeFaultOf } from '../../store/store-fault.ts';
import { fail, ok, type Verdict, warn } from './doctor-verdict.ts';

const MIB = 1024 * 1024;
const LOW_DISK = 1024 * MIB;
const FULL_DISK = 100 * MIB;
const PROBE_BYTES = 64 * 1024;
/** The clocks of machines that share a store always differ slightly. */
const CLOCK_SLACK_MS = 1000;

/** Finds a clock that was set back. The time zone of the machine does not matter, because all times are UTC instants. */
export async function checkClock(db: Queries, now: number): Promise<Verdict> {
  const newest = await newestTime(db);
  const shown = new Date(now).toISOString();
  if (newest === null || now + CLOCK_SLACK_MS >= newest) return ok(`${shown}, not earlier than any record`);
  const recorded = new Date(newest).toISOString();
  return fail(
    `${shown} is earlier than the newest record (${recorded})`,
    'set the clock (timedatectl, NTP) before anything else is recorded',
  );
}

async function newestTime(db: Queries): Promise<number | null> {
  const { at } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirstOrThrow();
  const { published } = await db
    .selectFrom('checkpoints')
    .select(({ fn }) => fn.max('created_at').as('published'))
    .executeTakeFirstOrThrow();
  // Without rows the maximum is null, although the types do not say so.
  const times = [at, published].filter((time: number | null) => time !== null).map(Number);
  return times.length === 0 ? null : Math.max(...times);
}

export async function checkDisk(dataDir: string): Promise<Verdict> {
  const folder = nearestFolder(dataDir);
  const { bavail, bsize } = await statfs(folder);
  const verdict = diskVerdict(bavail * bsize, folder);
  if (verdict.state === 'fail') return verdict;
  const error = await findProbeError(folder);
  if (error === null) return verdict;
  const fault = storeFaultOf(error);
  return fail(
    `${folder} cannot be written: ${error.message}`,
    fault === null ? 'correct the permissions of the folder' : STORE_FAULTS[fault].todo,
  );
}

/** Writes and removes a file: a disk can have room and still refuse writes, for example when it is mounted read-only. */
async function findProbeError(folder: string): Promise<Error | null> {
  const file = path.join(folder, `.rf-doctor-${process.pid}`);
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES));
      await handle.sync();
    } finally {
      await handle.close();
      await rm(file, { force: true });
    }
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** Copies of the store must not be readable by other users either, but only the files in the folder are known. */
export async function checkFileModes(dataDir: string): Promise<Verdict> {
  const loose = existsSync(dataDir) ? looseFiles(dataDir) : [];
  if (loose.length === 0) return ok(`other users have no access to ${dataDir}`);
  const shown = loose.map(({ path: file, mode }) => `${file} (${(mode & 0o777).toString(8)})`);
  return warn(
    `other users have access to ${shown.join(', ')}`,
    'the next start of rf serve corrects what its user owns; otherwise run chmod go= on each',
  );
}

export function diskVerdict(free: number, folder: string): Verdict {
  const what = `${Math.floor(free / MIB)} MiB free in ${folder}`;
  const todo = 'free up space, or move RF_DATA_DIR to a larger disk';
  if (free < FULL_DISK) return fail(what, todo);
  return free < LOW_DISK ? warn(what, todo) : ok(what);
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}

export async function checkCheckpointFile(
  db: Queries,
  file: string | null,
  dataDir: string,
): Promise<Verdict> {
  if (file === null) {
    return warn(
      'none, so a rollback of the store would go unnoticed',
      'set RF_CHECKPOINT_FILE to a file outside the store and its backups',
    );
  }
  const notes = readCheckpointFile(file);
  try {
    await requireConsistency(db, notes);
  } catch (error) {
    return fail(
      `${file}: ${(error as Error).message}`,
      'publishing is refused until the store and the file agree',
    );
  }
  const writeError = findWriteError(file);
  if (writeError !== null) return fail(`${file} cannot be written: ${writeError}`, 'correct its permissions');
  if (!path.relative(dataDir, path.resolve(file)).startsWith('..')) {
    return warn(
      `${file} is in the data folder, so rolling back the folder rolls back the file`,
      'set RF_CHECKPOINT_FILE to a file on another disk',
    );
  }
  const size = await treeSizeOf(db);
  const last = notes.at(-1);
  const covered = last === undefined ? 0 : parseCheckpoint(bodyOf(last)).treeSize;
  if (covered < size) {
    return warn(
      `${file} covers ${covered} of ${size} log entries`,
      'the next publication brings it up to date',
    );
  }
  return ok(`${file} agrees with the log at ${covered} ${covered === 1 ? 'entry' : 'entries'}`);
}

function findWriteError(file: string): string | null {
  try {
    accessSync(existsSync(file) ? file : path.dirname(path.resolve(file)), constants.W_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
