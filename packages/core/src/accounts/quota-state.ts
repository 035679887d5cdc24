// How many requests of the last hour a workspace has used, from the windows that the service saves every second.

import { TIER_TERMS, TIERS, type Tier } from '@rf-indicators/contract/tiers';
import type { Queries } from '../store/store.ts';
import { listKeys } from './keys.ts';
import { ownWindowId, sharedWindowId } from './limit-windows.ts';

const HOUR = 60 * 60 * 1000;
/** A saved request has two characters. */
const CHARACTERS = 2;

export interface QuotaState {
  limit: number;
  used: number;
  /** When the next request is accepted; null while some are left. */
  next_at: number | null;
}

export interface QuotaStates {
  /** One for each tier that an active key has. */
  quotas: (QuotaState & { tier: Tier; keys: number })[];
  /** One for each active key with a limit below that of its tier. */
  own_limits: (QuotaState & { key_id: string })[];
}

export async function readQuotas(db: Queries, workspaceId: string, now: number): Promise<QuotaStates> {
  const keys = await listKeys(db, workspaceId, { activeAt: now });
  const ofTier = (tier: Tier) => keys.filter(({ effective_tier }) => effective_tier === tier);
  const limited = keys.flatMap(({ id, effective_tier, hourly_limit }) =>
    hourly_limit !== null && hourly_limit < TIER_TERMS[effective_tier].requestsPerHour
      ? [{ key_id: id, limit: hourly_limit }]
      : [],
  );
  const tiers = TIERS.filter((tier) => ofTier(tier).length > 0);
  const windows = [
    ...tiers.map((tier) => sharedWindowId(workspaceId, tier)),
    ...limited.map(({ key_id }) => ownWindowId(key_id)),
  ];
  const saved = await readSaved(db, windows, now - HOUR);
  const stateOf = (window: string, limit: number): QuotaState => {
    const { used, oldest } = saved.get(window) ?? { used: 0, oldest: now };
    return { limit, used, next_at: used < limit ? null : oldest + HOUR };
  };
  return {
    quotas: tiers.map((tier) => ({
      tier,
      keys: ofTier(tier).length,
      ...stateOf(sharedWindowId(workspaceId, tier), TIER_TERMS[tier].requestsPerHour),
    })),
    own_limits: limited.map(({ key_id, limit }) => ({ key_id, ...stateOf(ownWindowId(key_id), limit) })),
  };
}

/** All processes together, counted in whole seconds. */
async function readSaved(
  db: Queries,
  windows: readonly string[],
  since: number,
): Promise<Map<string, { used: number; oldest: number }>> {
  if (windows.length === 0) return new Map();
  const rows = await db
    .selectFrom('limit_spans')
    .select('window_id')
    .select(({ fn }) => [
      fn.sum<number | string>(fn<number>('length', ['times'])).as('characters'),
      fn.min('second').as('oldest'),
    ])
    .where('window_id', 'in', windows)
    .where('second', '>', since)
    .groupBy('window_id')
    .execute();
  return new Map(
    rows.map(({ window_id, characters, oldest }) => [
      window_id,
      { used: Number(characters) / CHARACTERS, oldest: Number(oldest) },
    ]),
  );
}
