// Is the machine around the store sound: its clock, its disk, and the checkpoints kept outside the store.

import { accessSync, constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { parseCheckpoint } from '@rf-indicators/engine';
import type { Queries } from '../../store/store.ts';
import { bodyOf, readCheckpointFile, requireConsistency } from '../log/checkpoint-file.ts';
import { treeSizeOf } from '../log/store.ts';
import { fail, ok, type Verdict, warn } from './doctor-verdict.ts';

const MIB = 1024 * 1024;
const LITTLE_DISK = 1024 * MIB;
const TOO_LITTLE_DISK = 100 * MIB;
/** Clocks of machines that share a store are never quite the same. */
const CLOCK_SLACK_MS = 1000;

/** Times are instants, so the time zone of the machine is of no matter; a clock that was set back is. */
export async function checkClock(db: Queries, now: number): Promise<Verdict> {
  const newest = await newestTime(db);
  const shown = new Date(now).toISOString();
  if (newest === null || now + CLOCK_SLACK_MS >= newest) return ok(`${shown}, not before any record`);
  const late = new Date(newest).toISOString();
  return fail(
    `${shown} is before the newest record (${late})`,
    'set the clock (timedatectl, NTP) before anything is recorded',
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
  // Without rows the maximum is null, whatever the types say.
  const times = [at, published].filter((time: number | null) => time !== null).map(Number);
  return times.length === 0 ? null : Math.max(...times);
}

export async function checkDisk(dataDir: string): Promise<Verdict> {
  const folder = nearestFolder(dataDir);
  const { bavail, bsize } = await statfs(folder);
  return diskVerdict(bavail * bsize, folder);
}

export function diskVerdict(free: number, folder: string): Verdict {
  const what = `${Math.floor(free / MIB)} MiB free in ${folder}`;
  const todo = 'make room, or move RF_DATA_DIR to a larger disk';
  if (free < TOO_LITTLE_DISK) return fail(what, todo);
  return free < LITTLE_DISK ? warn(what, todo) : ok(what);
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
      'none: a store that was rolled back would not notice',
      'set RF_CHECKPOINT_FILE to a file outside the store and its backups',
    );
  }
  const notes = readCheckpointFile(file);
  try {
    await requireConsistency(db, notes);
  } catch (error) {
    return fail(`${file}: ${(error as Error).message}`, 'publishing is refused until store and file agree');
  }
  const unwritable = writeFault(file);
  if (unwritable !== null) return fail(`${file} cannot be written: ${unwritable}`, 'mend its permissions');
  if (!path.relative(dataDir, path.resolve(file)).startsWith('..')) {
    return warn(`${file} is inside the data folder, and would be rolled back with it`, 'move it elsewhere');
  }
  const size = await treeSizeOf(db);
  const last = notes.at(-1);
  const known = last === undefined ? 0 : parseCheckpoint(bodyOf(last)).treeSize;
  if (known < size) {
    return warn(`${file} knows ${known} of ${size} entries`, 'the next publication catches it up');
  }
  return ok(`${file} agrees, at ${known} entries`);
}

function writeFault(file: string): string | null {
  try {
    accessSync(existsSync(file) ? file : path.dirname(path.resolve(file)), constants.W_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
