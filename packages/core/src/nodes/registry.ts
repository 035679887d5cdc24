// The nodes that serve this store. Each writes its row with its heartbeat and removes it when it stops.

import { sql } from 'kysely';
import type { Queries, StoreKind, Writes } from '../store/store.ts';
import { storeTime } from '../store/store-time.ts';
import { readHolder, SCHEDULED_WORK } from './lease.ts';

/** A node that was not heard of for longer is not running, or cannot reach the store. */
export const LIVE_MS = 15_000;
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

export interface NodeIdentity {
  name: string;
  /** The newest migration that the program knows. */
  version: string;
  /** Tells two processes of the same name apart. */
  startedAt: number;
}

/** `masterKeys`: their ids, the one that seals first. Returns false if another process has the name, and was heard of lately. */
export async function noteNode(
  writes: Writes,
  kind: StoreKind,
  { name, version, startedAt }: NodeIdentity,
  masterKeys: readonly string[],
  now: number,
): Promise<boolean> {
  const time = storeTime(kind, now);
  const { rows } = await sql`
    insert into nodes (name, version, started_at, last_seen_at, master_keys)
    values (${name}, ${version}, ${startedAt}, ${time}, ${masterKeys.join(' ')})
    on conflict (name) do update
      set version = excluded.version, started_at = excluded.started_at, last_seen_at = excluded.last_seen_at,
        master_keys = excluded.master_keys
      where nodes.started_at = excluded.started_at or nodes.last_seen_at < excluded.last_seen_at - ${LIVE_MS}
    returning name`.execute(writes);
  return rows.length > 0;
}

export async function forgetNodes(writes: Writes, kind: StoreKind, now: number): Promise<void> {
  await sql`delete from nodes where last_seen_at < ${storeTime(kind, now)} - ${FORGOTTEN_MS}`.execute(writes);
}

export async function removeNode(db: Queries, { name, startedAt }: NodeIdentity): Promise<void> {
  await db.deleteFrom('nodes').where('name', '=', name).where('started_at', '=', startedAt).execute();
}

export interface ListedNode {
  name: string;
  version: string;
  started_at: number;
  last_seen_at: number;
  /** The ids of its master keys. The first one seals. */
  master_keys: string[];
  /** How long ago it was seen, by the clock of the database. */
  age_ms: number;
  live: boolean;
  /** Whether it does the scheduled work. */
  leader: boolean;
}

/** By name. */
export async function listNodes(db: Queries, kind: StoreKind, now: number): Promise<ListedNode[]> {
  type Read = Omit<ListedNode, 'live' | 'leader' | 'master_keys'> & { master_keys: string | null };
  const { rows } = await sql<Read>`
    select name, version, started_at, last_seen_at, master_keys, ${storeTime(kind, now)} - last_seen_at as age_ms
    from nodes order by name`.execute(db);
  const holder = kind === 'postgres' ? await readHolder(db, SCHEDULED_WORK) : null;
  return rows.map((node) => {
    const live = node.age_ms <= LIVE_MS;
    const master_keys = (node.master_keys ?? '').split(' ').filter((id) => id !== '');
    return { ...node, master_keys, live, leader: kind === 'sqlite' ? live : node.name === holder };
  });
}
