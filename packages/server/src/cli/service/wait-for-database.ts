// A service that starts while its database does not respond waits for it, and says so. Its port stays closed meanwhile, so
// that no load balancer chooses it.

import { setTimeout as wait } from 'node:timers/promises';
import { connectStore } from '@rf-indicators/core/store/connect';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { isStoreUnreachable } from '@rf-indicators/core/store/store-fault';
import { sql } from 'kysely';
import type { Terminal } from '../terminal.ts';

const TRY_AGAIN_MS = 1000;
const SAY_AGAIN_MS = 10_000;
const ANSWER_MS = 5000;

/** Rejects with an error that waiting does not mend, such as a wrong password. */
export async function untilDatabaseResponds(location: StoreLocation, terminal: Terminal): Promise<void> {
  if (location.databaseUrl === null) return;
  const place = placeOf(location.databaseUrl);
  const begun = performance.now();
  let saidAt: number | null = null;
  for (;;) {
    try {
      await ask(location);
      if (saidAt !== null)
        terminal.err(`The database at ${place} responds after ${seconds(performance.now() - begun)}.`);
      return;
    } catch (error) {
      if (!isStoreUnreachable(error)) throw error;
      const now = performance.now();
      if (saidAt === null || now - saidAt >= SAY_AGAIN_MS) {
        const since = saidAt === null ? '' : `, for ${seconds(now - begun)} now`;
        terminal.err(
          `Waiting for the database at ${place}${since}: ${reasonOf(error)}. ` +
            'The service starts when the database responds.',
        );
        saidAt = now;
      }
    }
    await wait(TRY_AGAIN_MS);
  }
}

async function ask(location: StoreLocation): Promise<void> {
  const store = await connectStore(location, { connections: 1, queryMs: ANSWER_MS });
  try {
    await sql`select 1`.execute(store.db);
  } finally {
    await store.close();
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || String(error)).replace(/\.$/, '');
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** Without the user and the password. */
function placeOf(databaseUrl: string): string {
  try {
    const { host, pathname } = new URL(databaseUrl);
    return `${host || 'this machine'}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}
