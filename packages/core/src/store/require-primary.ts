// For answers that must not be old: a server that was demoted goes on to answer reads, with what it knew before.

import { sql } from 'kysely';
import type { Store } from './store.ts';

/** Fails if the server takes no writes. Such a server refuses to lock a row, and its connections are given up then. */
export async function requirePrimary({ kind, db }: Pick<Store, 'kind' | 'db'>): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`select 1 from topics where topic = 'access' for key share`.execute(db);
}
