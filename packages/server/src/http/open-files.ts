// How many client connections fit into the number of files that the process may open.

import { readFileSync } from 'node:fs';

/** Files that the process needs besides connections: the store, its threads, and modules that are loaded later. */
const OTHER_FILES = 64;
/** The rest is for webhooks that are being sent. */
const CLIENT_SHARE = 0.75;
const FEWEST = 16;

/** Every connection is an open file. Without room for them, the process could not open its own files either. */
export function connectionsThatFit(wanted: number, openFiles = openFileLimit()): number {
  return Math.min(wanted, Math.max(FEWEST, Math.floor((openFiles - OTHER_FILES) * CLIENT_SHARE)));
}

/** Only Linux shows the limit. Elsewhere, the operator's setting is taken as it is. */
function openFileLimit(): number {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
