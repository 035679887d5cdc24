// The usage of all keys of a workspace by day, for its members.

import type { Tier } from '@rf-indicators/contract';
import { sql } from 'kysely';
import type { Queries } from '../store/store.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface DayOfUsage {
  /** UTC, such as 2026-04-01. */
  day: string;
  key_id: string;
  key_name: string;
  key_prefix: string;
  tier: Tier;
  accepted: number;
  /** Requests over the limit. */
  refused: number;
}

/** Newest first, from the day of `since` on. */
export async function listUsage(db: Queries, workspaceId: string, since: number): Promise<DayOfUsage[]> {
  const day = sql<number>`key_usage.hour - key_usage.hour % ${sql.lit(DAY)}`;
  const rows = await db
    .selectFrom('key_usage')
    .innerJoin('api_keys', 'api_keys.id', 'key_usage.key_id')
    .select(['key_usage.key_id', 'api_keys.name as key_name', 'prefix as key_prefix', 'tier'])
    .select(({ fn }) => [
      day.as('day'),
      fn.sum<number>('accepted').as('accepted'),
      fn.sum<number>('refused').as('refused'),
    ])
    .where('api_keys.workspace_id', '=', workspaceId)
    .where('key_usage.hour', '>=', since - (since % DAY))
    .groupBy(['key_usage.key_id', 'api_keys.name', 'prefix', 'tier', day])
    .orderBy(day, 'desc')
    .orderBy('api_keys.name')
    .orderBy('key_usage.key_id')
    .execute();
  // PostgreSQL returns sums as text.
  return rows.map(({ day: start, accepted, refused, ...key }) => ({
    day: new Date(Number(start)).toISOString().slice(0, 10),
    ...key,
    accepted: Number(accepted),
    refused: Number(refused),
  }));
}
