// The past of one fictional customer, so that its console has something to show: keys that were created, rotated,
// upgraded and revoked, and what their programs asked for. The keys themselves are known to nobody.

import { createHash } from 'node:crypto';
import type { Tier } from '@rf-indicators/contract';
import { type FailureDetails, writeFailedCalls } from '@rf-indicators/core/accounts/failed-calls';
import { revokeKey, rotateKey, upgradeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey, listKeys } from '@rf-indicators/core/accounts/keys';
import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { findMember, type Member } from '@rf-indicators/core/accounts/members';
import { type UsageDelta, writeUsage } from '@rf-indicators/core/accounts/usage-records';
import { findWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Context } from '@rf-indicators/core/context/context';

export const CUSTOMER = 'Larkfield Demo';
/** How long before the first start the customers of the demo came. */
export const CUSTOMERS_CAME_BEFORE = 40 * 24 * 60 * 60 * 1000;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

interface Program {
  key: string;
  /** Days before the first start. */
  createdBefore: number;
  endedBefore?: number;
  by: 'contract_admin' | 'developer';
  tier: Tier;
  hourlyLimit?: number;
  /** Days after the first start. */
  expiresAfter?: number;
  /** Requests on a working day. */
  perDay: number;
  /** What it asks for, and the share of it. */
  operations: Readonly<Record<string, number>>;
}

const PROGRAMS: readonly Program[] = [
  {
    key: 'backend',
    createdBefore: 38,
    by: 'contract_admin',
    tier: 'PROFESSIONAL',
    expiresAfter: 88,
    perDay: 340,
    operations: { getScore: 0.62, listScores: 0.2, getScoreHistory: 0.18 },
  },
  {
    key: 'risk-dashboard',
    createdBefore: 35,
    by: 'developer',
    tier: 'PROFESSIONAL',
    perDay: 120,
    operations: { listScores: 0.7, getScoreChanges: 0.3 },
  },
  {
    key: 'old-batch',
    createdBefore: 31,
    endedBefore: 18,
    by: 'contract_admin',
    tier: 'PROFESSIONAL',
    perDay: 60,
    operations: { getScore: 1 },
  },
  {
    key: 'nightly-export',
    createdBefore: 30,
    by: 'developer',
    tier: 'PROFESSIONAL',
    hourlyLimit: 500,
    expiresAfter: 6,
    perDay: 80,
    operations: { getScore: 0.9, listIssuances: 0.1 },
  },
  {
    key: 'treasury-watch',
    createdBefore: 27,
    by: 'developer',
    tier: 'FREE',
    perDay: 35,
    operations: { listIssuances: 1 },
  },
  {
    key: 'ci-smoke',
    createdBefore: 20,
    by: 'developer',
    tier: 'FREE',
    perDay: 12,
    operations: { listIssuances: 0.5, getUsage: 0.5 },
  },
];

/** Programs of the customer ask in these hours (UTC). */
const HOURS = [8, 14];
/** Once the export asked for more than its limit. */
const OVER_LIMIT = { key: 'nightly-export', daysBefore: 12, refused: 212 };

const FAILURES: readonly { key: string; hoursBefore: number; details: Omit<FailureDetails, 'requestId'> }[] =
  [
    ['backend', 5, 'getScore', 404, 'provider_not_found'],
    ['backend', 29, 'getScore', 404, 'provider_not_found'],
    ['risk-dashboard', 31, 'listScores', 400, 'invalid_parameter'],
    ['ci-smoke', 50, 'listScores', 403, 'insufficient_tier'],
    ['ci-smoke', 74, 'listScores', 403, 'insufficient_tier'],
    ['backend', 77, 'getComputation', 403, 'insufficient_tier'],
    ['nightly-export', 102, 'getScore', 429, 'rate_limit_exceeded'],
    ['nightly-export', 102.2, 'getScore', 429, 'rate_limit_exceeded'],
  ].map(([key, hoursBefore, operation, status, code]) => ({
    key: String(key),
    hoursBefore: Number(hoursBefore),
    details: { operation: String(operation), status: Number(status), code: String(code) },
  }));

/** The first start writes the past; later ones leave it alone. */
export async function prepareCustomerHistory(context: Context): Promise<void> {
  const workspace = (await findWorkspace(context.store.db, CUSTOMER))!;
  const known = await listKeys(context.store.db, workspace.id);
  if (known.some(({ name }) => name === PROGRAMS[0]!.key)) return;
  const now = context.clock();
  const before = (time: number): Context => ({ ...context, clock: () => now - time });
  const members = await membersOf(context, workspace.id);
  const ids = new Map<string, string>();
  for (const program of PROGRAMS) {
    const { key: name, createdBefore, by, tier, hourlyLimit = null, expiresAfter } = program;
    const expiresAt = expiresAfter === undefined ? null : now + expiresAfter * DAY;
    const wanted = { name, tier, hourly_limit: hourlyLimit, expires_at: expiresAt };
    const { id } = await createKey(before(createdBefore * DAY), members[by], wanted);
    ids.set(name, id);
  }
  await revokeKey(before(18 * DAY), members.contract_admin, 'old-batch');
  await upgradeKey(before(4 * DAY), members.contract_admin, 'treasury-watch', 'PROFESSIONAL');
  const { issued } = await rotateKey(before(9 * HOUR), members.developer, 'backend');
  await context.store.transaction(async (writes) => {
    await writeUsage(writes, [...usageOf(ids, now), ...usageOfRotated(issued.id, now)]);
    await writeFailedCalls(
      context,
      writes,
      FAILURES.map(({ key, hoursBefore, details }, at) => ({
        workspaceId: workspace.id,
        keyId: ids.get(key)!,
        at: now - Math.round(hoursBefore * HOUR),
        details: { ...details, requestId: `demo-${at + 1}` },
        calls: 1,
      })),
    );
  });
}

async function membersOf({ store }: Context, workspaceId: string): Promise<Record<Program['by'], Member>> {
  const members = (await listMembers(store.db, workspaceId)).filter(({ removed_at }) => removed_at === null);
  const of = async (role: Program['by']) =>
    (await findMember(store.db, members.find((member) => member.role === role)!.id))!;
  return { contract_admin: await of('contract_admin'), developer: await of('developer') };
}

function usageOf(ids: ReadonlyMap<string, string>, now: number): UsageDelta[] {
  const today = now - (now % DAY);
  return PROGRAMS.flatMap((program) => {
    const { key, createdBefore, endedBefore = 0, operations } = program;
    const days = Array.from({ length: createdBefore - endedBefore }, (_, at) => endedBefore + at);
    return days.flatMap((daysBefore) =>
      HOURS.flatMap((hour) => {
        const at = today - daysBefore * DAY + hour * HOUR;
        if (at >= now) return [];
        return Object.entries(operations).map(([operation, share]): UsageDelta => {
          const isOver = key === OVER_LIMIT.key && daysBefore === OVER_LIMIT.daysBefore && share > 0.5;
          return {
            keyId: ids.get(key)!,
            hour: at,
            operation,
            accepted: requests(program, at, operation, share),
            refused: isOver ? OVER_LIMIT.refused / HOURS.length : 0,
            lastAt: Math.min(now, at + HOUR - 1),
          };
        });
      }),
    );
  });
}

/** The new key, to which some callers have changed over. */
function usageOfRotated(keyId: string, now: number): UsageDelta[] {
  const hour = now - (now % HOUR) - HOUR;
  return [{ keyId, hour, operation: 'getScore', accepted: 63, refused: 0, lastAt: now - 6 * 60_000 }];
}

/** Working days are busier; the rest is as the day, the hour and the operation have it, the same on every machine. */
function requests({ key, perDay }: Program, at: number, operation: string, share: number): number {
  const day = new Date(at).getUTCDay();
  const isWeekend = day === 0 || day === 6;
  const noise = createHash('sha256').update(`${key} ${at} ${operation}`).digest()[0]! / 255;
  return Math.round((perDay / HOURS.length) * share * (isWeekend ? 0.4 : 1) * (0.8 + 0.4 * noise));
}
