// GET /api/v1/usage: request counts of the key that asks, and the current rate-limit window that it shares.

import { setTimeout as wait } from 'node:timers/promises';
import type { Usage } from '@rf-indicators/contract';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import type { Handler } from '../http/handler.ts';
import { periodProblem, readInstant, readNumberCursor, writeNumberCursor } from '../http/read-parameters.ts';
import { respondJson, respondProblem } from '../http/respond.ts';
import { invalidParameter, type Parameters, type ReadProblem } from '../rendering/reading.ts';
import type { ApiDependencies } from './dependencies.ts';

const CURSOR = 'usage';
const DAY = 24 * 60 * 60 * 1000;
const DEFAULT_LIMIT = 100;
const LONGEST_SAVE_MS = 1000;

interface Period {
  from: number;
  to: number;
  skip: number;
}

export function getUsage({
  clock,
  limits,
  saveUsage,
  readUsage,
  baseUrl,
  disclosure,
}: ApiDependencies): Handler {
  return async ({ request, reply, parameters }) => {
    const now = Math.floor(clock());
    const period = readPeriod(parameters, now);
    if ('problem' in period) {
      const { problem, ...details } = period;
      return respondProblem(request, reply, baseUrl, problem, details);
    }
    const { row, tier, quota } = request.admission!.credential!;
    // Save first, so that the response includes everything up to this request, unless the store is too slow.
    await Promise.race([saveUsage().catch(() => undefined), wait(LONGEST_SAVE_MS)]);
    const limit = Number(parameters.limit ?? DEFAULT_LIMIT);
    const { rows, more, totals } = await readUsage({ keyId: row.keyId, limit, ...period });
    const window = await limits.keyed.read(quota, clock());
    const usage: Usage = {
      workspace: { id: row.workspaceId, name: row.workspaceName, tier: row.workspaceTier },
      window: { tier, limit: quota.limit, remaining: window.remaining, resets_at: instant(window.resetAt) },
      from: instant(period.from),
      to: instant(period.to),
      data: rows,
      totals,
      next_cursor: more ? writeNumberCursor(CURSOR, period.skip + rows.length) : null,
      limitations_disclosure: disclosure,
    };
    respondJson(request, reply, 200, usage);
  };
}

/** By default the last 24 hours. */
function readPeriod(parameters: Parameters, now: number): Period | ReadProblem {
  const from = readInstant(parameters, 'from', 'start');
  if (typeof from === 'object') return from;
  const to = readInstant(parameters, 'to');
  if (typeof to === 'object') return to;
  const { cursor } = parameters;
  const skip = cursor === undefined ? 0 : readNumberCursor(CURSOR, String(cursor));
  if (skip === null) return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  const end = to ?? now;
  const start = from ?? end - DAY;
  return periodProblem(start, end) ?? { from: start, to: end, skip };
}
