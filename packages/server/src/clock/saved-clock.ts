// Keeps what a process knew of the clock in the data folder, so that a restart neither hides a jump nor shortens the wait
// after one.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SavedClock } from './clock-watch.ts';

/** Linux gives each boot of a machine an id. Elsewhere a boot cannot be recognised. */
const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';

interface Content extends SavedClock {
  bootId: string | null;
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'clock.json');
}

/** null if nothing was saved. After a boot, only a jump that was not over counts: what the clock said proves nothing. */
export function readSavedClock(dataDir: string): SavedClock | null {
  let content: Content;
  try {
    content = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
  } catch {
    return null;
  }
  const { bootId, bootedAt, hasJumped } = content;
  const isSameBoot = bootId !== null && bootId === readBootId();
  return {
    bootedAt: isSameBoot && Number.isFinite(bootedAt) ? bootedAt : null,
    hasJumped: hasJumped === true,
  };
}

/** Does nothing if the folder cannot be written: the store reports that. */
export function saveClock(dataDir: string, saved: SavedClock): void {
  const content: Content = { bootId: readBootId(), ...saved };
  const file = fileIn(dataDir);
  // Renamed, because several processes of a machine may have this folder.
  const written = `${file}.${process.pid}`;
  try {
    writeFileSync(written, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    renameSync(written, file);
  } catch {
    // See above.
  }
}

function readBootId(): string | null {
  try {
    return readFileSync(BOOT_ID_FILE, 'utf8').trim();
  } catch {
    return null;
  }
}
