// Tables about the API: operations, tiers, access, limits and caching.

import {
  type Access,
  CACHE_CONTROL,
  ENTITLEMENTS,
  entitlementsOf,
  OPERATIONS,
  type Operation,
  PUBLIC_LIMITS,
  TIER_TERMS,
  TIERS,
  type Tier,
} from '@rf-indicators/contract';
import { code, table, yesNo } from './markdown.ts';

const operations: Operation[] = Object.values(OPERATIONS);

export function tiersTable(): string {
  return table(
    ['tier', 'requests per hour', 'entitlements', 'can create keys', 'agent pilot'],
    TIERS.map((tier) => {
      const { requestsPerHour, entitlements, issuesKeys, pilot } = TIER_TERMS[tier];
      const listed =
        tier === 'CUSTOM' ? 'as listed in its contract' : entitlements.map(code).join(', ') || 'none';
      return [code(tier), requestsPerHour, listed, yesNo(issuesKeys), pilot ? 'if enabled' : 'no'];
    }),
  );
}

export function accessTable(): string {
  const ways = [...new Set(operations.map(({ access }) => access))];
  return table(
    ['operations', 'no key', ...TIERS.map(code)],
    ways.map((access) => {
      const names = operations.filter((operation) => operation.access === access).map(({ id }) => code(id));
      const open = access === 'public';
      return [names.join(', '), open ? 'yes' : '401', ...TIERS.map((tier) => mayCall(tier, access))];
    }),
  );
}

function mayCall(tier: Tier, access: Access): string {
  if (access === 'public' || access === 'key') return 'yes';
  if (access === 'pilot') return TIER_TERMS[tier].pilot ? 'if enabled' : '403';
  if (tier === 'CUSTOM') return `if its contract lists ${code(access)}`;
  return entitlementsOf(tier, []).includes(access) ? 'yes' : '403';
}

export function operationsTable(): string {
  return table(
    ['operation', 'method and path', 'requires', 'description'],
    operations.map(({ id, method, path, access, summary }) => [
      code(id),
      code(`${method} ${path}`),
      ENTITLEMENTS.some((name) => name === access)
        ? `key with the ${code(access)} entitlement`
        : ACCESS_WORDS[access]!,
      summary,
    ]),
  );
}

const ACCESS_WORDS: Partial<Record<Access, string>> = {
  public: 'nothing',
  key: 'any key',
  pilot: 'key of the agent pilot',
};

export function publicLimitsTable(): string {
  return table(
    ['operation', 'requests', 'window in seconds', 'counted per'],
    operations.flatMap(({ id, limit }) => {
      if (limit === undefined) return [];
      const { requests, seconds } = PUBLIC_LIMITS[limit];
      return [[code(id), requests, seconds, 'client address (IPv6 by /64)']];
    }),
  );
}

export function cachingTable(): string {
  return table(
    ['`Cache-Control`', '`ETag` and 304', 'operations'],
    Object.entries(CACHE_CONTROL).map(([caching, value]) => [
      code(value),
      yesNo(caching !== 'none'),
      operations
        .filter((operation) => operation.caching === caching)
        .map(({ id }) => code(id))
        .join(', '),
    ]),
  );
}
