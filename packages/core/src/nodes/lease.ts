// The lease by which one node does scheduled work. The clock of the database judges it, so the clocks of the nodes do not
// matter. Each new holder gets a higher fence, which every transaction of its work checks (see fenced-store.ts).
//
// Transactions of the holder lock the row with FOR KEY SHARE. A renewal changes no key, so it does not wait for them. A
// node that takes the lease over locks the row FOR UPDATE, so it gets the lease only when they have ended.

import { sql } from 'kysely';
import type { Queries } from '../store/store.ts';
import { storeTime } from '../store/store-time.ts';

export const SCHEDULED_WORK = 'scheduled-work';

export interface Lease {
  name: string;
  holder: string;
  fence: number;
}

const NOW = storeTime('postgres', 0);

/** Takes the lease if it has expired or was given back. Returns null if another node has it. */
export async function takeLease(
  db: Queries,
  { name, holder }: Omit<Lease, 'fence'>,
  lastsMs: number,
): Promise<Lease | null> {
  // SKIP LOCKED: while a transaction of the last holder runs, the lease is not free, and this does not wait for it.
  const { rows } = await sql<{ fence: number }>`
    with free as (
      select name from leases where name = ${name} and expires_at <= ${NOW} for update skip locked
    )
    update leases set holder = ${holder}, fence = fence + 1, expires_at = ${NOW} + ${lastsMs}
    from free where leases.name = free.name returning fence`.execute(db);
  const taken = rows[0] ?? (await takeFirst(db, name, holder, lastsMs));
  return taken === undefined ? null : { name, holder, fence: taken.fence };
}

/** Nobody ever held it. */
async function takeFirst(
  db: Queries,
  name: string,
  holder: string,
  lastsMs: number,
): Promise<{ fence: number } | undefined> {
  const { rows } = await sql<{ fence: number }>`
    insert into leases (name, holder, fence, expires_at) values (${name}, ${holder}, 1, ${NOW} + ${lastsMs})
    on conflict (name) do nothing returning fence`.execute(db);
  return rows[0];
}

/** Returns false if another node has taken the lease. One that expired is renewed if nobody has. */
export async function renewLease(db: Queries, lease: Lease, lastsMs: number): Promise<boolean> {
  return change(db, lease, sql`${NOW} + ${lastsMs}`);
}

/** Another node can take the lease at once. */
export async function giveBackLease(db: Queries, lease: Lease): Promise<void> {
  await change(db, lease, sql`0`);
}

async function change(
  db: Queries,
  { name, holder, fence }: Lease,
  expiresAt: ReturnType<typeof sql>,
): Promise<boolean> {
  const { rows } = await sql`
    update leases set expires_at = ${expiresAt}
    where name = ${name} and holder = ${holder} and fence = ${fence} returning fence`.execute(db);
  return rows.length > 0;
}

/** The node that has the lease now; null if nobody has. */
export async function readHolder(db: Queries, name: string): Promise<string | null> {
  return (await readLease(db, name))?.holder ?? null;
}

/** The lease that is held now; null if nobody has it. */
export async function readLease(db: Queries, name: string): Promise<Lease | null> {
  const { rows } = await sql<Omit<Lease, 'name'>>`
    select holder, fence from leases where name = ${name} and expires_at > ${NOW}`.execute(db);
  return rows[0] === undefined ? null : { name, ...rows[0] };
}
