// The usage of the keys of a workspace over a range of days, for its members.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { sql } from 'kysely';
import { ListOrder, type Portion } from '../context/paging.ts';
import type { Queries } from '../store/store.ts';
import { keysCalled } from './keys.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const DAY_OF_HOUR = sql<number>`(key_usage.hour - key_usage.hour % ${sql.lit(DAY)})`;

export interface UsageFilter {
  /** From the day of this instant on. */
  since: number;
  /** Up to and including the day of this instant. */
  until?: number | undefined;
  /** Prefix, id or name. */
  key?: string | undefined;
  operation?: string | undefined;
}

export type UsageTotals = DomainAnswerOf<'usage.totals'>;
type DayOfUsage = DomainAnswerOf<'usage.list'>['data'][number];
type Counts = Pick<UsageTotals, 'accepted' | 'refused'>;

export const USAGE_ORDER = new ListOrder<DayOfUsage>(
  'usage',
  [
    { by: DAY_OF_HOUR, type: 'integer', descending: true },
    { by: 'api_keys.name', type: 'text' },
    { by: 'key_usage.key_id', type: 'text' },
  ],
  ({ day, key_name, key_id }) => [Date.parse(day), key_name, key_id],
);

/** By day and key, newest day first. */
export async function listUsage(
  db: Queries,
  workspaceId: string,
  filter: UsageFilter,
  portion: Portion = {},
): Promise<DayOfUsage[]> {
  const query = (await usageOf(db, workspaceId, filter))
    .select(KEY_COLUMNS)
    .select(DAY_OF_HOUR.as('day'))
    .groupBy(['key_usage.key_id', 'api_keys.name', 'prefix', 'tier', DAY_OF_HOUR]);
  const rows = await USAGE_ORDER.select(query, portion).execute();
  return rows.map(({ day, ...row }) => ({ day: dayText(day), ...withNumbers(row) }));
}

/** Accepted requests from the hour of an instant on, by key. Keys without requests are absent. */
export async function requestsOfKeys(
  db: Queries,
  keys: readonly { id: string }[],
  since: number,
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('key_usage')
    .select('key_id')
    .select(({ fn }) => fn.sum<number | string>('accepted').as('accepted'))
    .where(
      'key_id',
      'in',
      keys.map(({ id }) => id),
    )
    .where('hour', '>', since - HOUR)
    .groupBy('key_id')
    .execute();
  return new Map(rows.map(({ key_id, accepted }) => [key_id, Number(accepted)]));
}

export async function totalUsage(
  db: Queries,
  workspaceId: string,
  filter: UsageFilter,
): Promise<UsageTotals> {
  const usage = await usageOf(db, workspaceId, filter);
  const byKey = await usage
    .select(KEY_COLUMNS)
    .groupBy(['key_usage.key_id', 'api_keys.name', 'prefix', 'tier'])
    .orderBy('api_keys.name')
    .orderBy('key_usage.key_id')
    .execute();
  const byDay = await usage.select(DAY_OF_HOUR.as('day')).groupBy(DAY_OF_HOUR).orderBy(DAY_OF_HOUR).execute();
  const byOperation = await usage.select('operation').groupBy('operation').orderBy('operation').execute();
  const by_key = byKey.map(withNumbers);
  return {
    accepted: by_key.reduce((sum, { accepted }) => sum + accepted, 0),
    refused: by_key.reduce((sum, { refused }) => sum + refused, 0),
    by_key,
    by_day: byDay.map(({ day, ...row }) => ({ day: dayText(day), ...withNumbers(row) })),
    by_operation: byOperation.map(withNumbers),
  };
}

const KEY_COLUMNS = [
  'key_usage.key_id',
  'api_keys.name as key_name',
  'prefix as key_prefix',
  'tier',
] as const;

async function usageOf(db: Queries, workspaceId: string, { since, until, key, operation }: UsageFilter) {
  let query = db
    .selectFrom('key_usage')
    .innerJoin('api_keys', 'api_keys.id', 'key_usage.key_id')
    .select(({ fn }) => [fn.sum<number>('accepted').as('accepted'), fn.sum<number>('refused').as('refused')])
    .where('api_keys.workspace_id', '=', workspaceId)
    .where('key_usage.hour', '>=', startOfDay(since));
  if (until !== undefined) query = query.where('key_usage.hour', '<', startOfDay(until) + DAY);
  if (key !== undefined)
    query = query.where('key_usage.key_id', 'in', await keysCalled(db, workspaceId, key));
  return operation === undefined ? query : query.where('operation', '=', operation);
}

function startOfDay(instant: number): number {
  return instant - (instant % DAY);
}

function dayText(start: number): string {
  return new Date(Number(start)).toISOString().slice(0, 10);
}

/** PostgreSQL returns sums as text. */
function withNumbers<Row extends Counts>(row: Row): Row {
  return { ...row, accepted: Number(row.accepted), refused: Number(row.refused) };
}
