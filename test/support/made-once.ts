// Things that take long to make and that several processes need: the first makes it, the others wait, and it is kept.

import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 50;
/** Nothing takes as long to make: who holds the lock has ended, and another process has its number. */
const OLDEST_LOCK_MS = 15 * 60_000;

/** A folder of that name, kept with so many others; `make` makes one elsewhere, which is moved into its place. */
export async function madeOnce(
  kept: string,
  name: string,
  mostKept: number,
  make: () => Promise<string>,
): Promise<string> {
  const place = path.join(kept, name);
  const lock = `${place}.lock`;
  mkdirSync(kept, { recursive: true });
  for (;;) {
    if (existsSync(place)) {
      const now = new Date();
      utimesSync(place, now, now);
      return place;
    }
    if (takeLock(lock)) break;
    await pause(LOOK_MS);
  }
  try {
    // Another process may have made it between the two questions.
    if (!existsSync(place)) {
      removeOldest(kept, mostKept - 1);
      const made = await make();
      // Copied beside its place and renamed, so that nobody finds a part of it.
      const beside = `${place}.part`;
      rmSync(beside, { recursive: true, force: true });
      cpSync(made, beside, { recursive: true });
      renameSync(beside, place);
      rmSync(made, { recursive: true, force: true });
    }
  } finally {
    rmSync(lock, { force: true });
  }
  return place;
}

function takeLock(lock: string): boolean {
  if (existsSync(lock) && !isHeld(lock)) rmSync(lock, { force: true });
  try {
    const file = openSync(lock, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isHeld(lock: string): boolean {
  try {
    const isRecent = Date.now() - statSync(lock).mtimeMs < OLDEST_LOCK_MS;
    const holder = readFileSync(lock, 'utf8');
    // Empty while its holder writes it.
    if (isRecent && holder !== '') process.kill(Number(holder), 0);
    return isRecent;
  } catch {
    return false;
  }
}

function removeOldest(kept: string, most: number): void {
  const places = readdirSync(kept)
    .filter((name) => !/\.(?:lock|part)$/.test(name))
    .map((name) => path.join(kept, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const place of places.slice(most)) rmSync(place, { recursive: true, force: true });
}
