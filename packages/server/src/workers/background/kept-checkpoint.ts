// The checkpoint that the service keeps after a daily self-check that found nothing, and when the next check is due. It is in
// the data folder, not in the store: somebody who can write to the database alone cannot choose another one.

import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const DAY = 24 * 60 * 60 * 1000;
/** 04:00 UTC, before the daily run. */
const TIME_OF_DAY = 4 * 60 * 60 * 1000;

const FILE = 'verified-checkpoint.json';

export interface KeptCheckpoint {
  /** When the check began. */
  at: number;
  checkpoint: string;
}

/** null if there is none. A file that cannot be read is as good as none: then everything is verified. */
export async function readKept(dataDir: string): Promise<KeptCheckpoint | null> {
  try {
    const text = await readFile(path.join(dataDir, FILE), 'utf8');
    const { at, checkpoint } = JSON.parse(text) as Partial<KeptCheckpoint>;
    return typeof at === 'number' && typeof checkpoint === 'string' ? { at, checkpoint } : null;
  } catch {
    return null;
  }
}

export async function keep(dataDir: string, kept: KeptCheckpoint): Promise<void> {
  const file = path.join(dataDir, FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Whether the time of a check has come since the last one. */
export function isCheckDue(now: number, last: number): boolean {
  return last < Math.floor((now - TIME_OF_DAY) / DAY) * DAY + TIME_OF_DAY;
}
