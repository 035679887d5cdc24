// Reads the usage of a key, by hour and operation.

import type { UsageRow } from '@rf-indicators/contract';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import type { Queries } from '@rf-indicators/core/store/store';

export interface UsageQuery {
  keyId: string;
  from: number;
  to: number;
  limit: number;
  /** The number of rows on earlier pages. */
  skip: number;
}

export interface UsagePage {
  rows: UsageRow[];
  more: boolean;
  totals: { accepted: number; refused: number };
}

export async function readUsage(db: Queries, query: UsageQuery): Promise<UsagePage> {
  const { keyId, from, to, limit, skip } = query;
  const used = db
    .selectFrom('key_usage')
    .innerJoin('api_keys', 'api_keys.id', 'key_usage.key_id')
    .where('key_usage.key_id', '=', keyId)
    .where('key_usage.hour', '>=', from)
    .where('key_usage.hour', '<=', to);
  const totals = await used
    .select(({ fn }) => [fn.sum<number>('accepted').as('accepted'), fn.sum<number>('refused').as('refused')])
    .executeTakeFirst();
  const rows = await used
    .select(['key_usage.key_id', 'api_keys.name', 'api_keys.prefix', 'api_keys.tier'])
    .select(['key_usage.hour', 'key_usage.operation', 'key_usage.accepted', 'key_usage.refused'])
    .orderBy('key_usage.hour', 'desc')
    .orderBy('key_usage.operation')
    .limit(limit + 1)
    .offset(skip)
    .execute();
  return {
    rows: rows.slice(0, limit).map((row) => ({
      key_id: row.key_id,
      key_name: row.name,
      key_prefix: row.prefix,
      tier: row.tier,
      hour: instant(row.hour),
      operation: row.operation,
      accepted: row.accepted,
      refused: row.refused,
    })),
    more: rows.length > limit,
    // PostgreSQL returns sums as text, and null if there are no rows.
    totals: { accepted: Number(totals?.accepted ?? 0), refused: Number(totals?.refused ?? 0) },
  };
}
