// How many client connections and webhook connections fit into the number of files that the process may open.

import { readFileSync } from 'node:fs';

/** Files that the process needs besides connections: the store, its threads, and modules that are loaded later. */
const OTHER_FILES = 64;
/** The rest is for connections to the receivers of webhooks. */
const CLIENT_SHARE = 0.75;
const FEWEST = 16;
/** Client connections beyond their limit that are kept for health checks. */
export const HEALTH_CONNECTIONS = 16;
/** The share of the connections to receivers that may be in use; the others may wait for the next delivery. */
const SENDING_SHARE = 0.75;
const FEWEST_SENDING = 4;

export interface WebhookConnections {
  /** Requests in progress. */
  sending: number;
  /** Connections up to which they are kept open for the next delivery. */
  kept: number;
}

/** Every connection is an open file. Without room for them, the process could not open its own files either. */
export function connectionsThatFit(wanted: number, openFiles = openFileLimit()): number {
  return Math.min(wanted, Math.max(FEWEST, Math.floor((openFiles - OTHER_FILES) * CLIENT_SHARE)));
}

/** Together, both take no more than client connections leave, so that sending never keeps clients out. */
export function webhookConnectionsThatFit(wanted: number, openFiles = openFileLimit()): WebhookConnections {
  const room = Math.floor((openFiles - OTHER_FILES) * (1 - CLIENT_SHARE)) - HEALTH_CONNECTIONS;
  const sending = Math.min(wanted, Math.max(FEWEST_SENDING, Math.floor(room * SENDING_SHARE)));
  return { sending, kept: Math.max(0, room - sending) };
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
