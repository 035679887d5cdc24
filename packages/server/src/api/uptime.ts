// When the service was up: periods that a process opens when it starts and prolongs as it lives. They survive it,
// so that a gap between two of them is known for what it was.

import type { Queries, Writes } from '@rf-indicators/core/store/store';

const DAY = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 90;
/** A restart is no incident. */
const SHORTEST_INCIDENT_MS = 60 * 1000;
const INCIDENTS_TOLD = 20;

export interface Uptime {
  ratio24h: number | null;
  ratio30d: number | null;
  ratio90d: number | null;
  /** Newest first. */
  incidents: { startedAt: number; endedAt: number }[];
}

interface Period {
  from: number;
  to: number;
}

export async function openPeriod(writes: Writes, id: string, node: string, now: number): Promise<void> {
  await writes.insertInto('up_periods').values({ id, node, started_at: now, last_seen_at: now }).execute();
}

export async function prolongPeriod(writes: Writes, id: string, now: number): Promise<void> {
  await writes.updateTable('up_periods').set({ last_seen_at: now }).where('id', '=', id).execute();
}

export async function readUptime(db: Queries, now: number): Promise<Uptime> {
  const rows = await db
    .selectFrom('up_periods')
    .select(['started_at', 'last_seen_at'])
    .where('last_seen_at', '>=', now - KEPT_DAYS * DAY)
    .orderBy('started_at')
    .execute();
  return measureUptime(
    rows.map(({ started_at, last_seen_at }) => ({ from: started_at, to: last_seen_at })),
    now,
  );
}

/** `periods` by their beginnings; several processes may have been up at once. */
export function measureUptime(periods: readonly Period[], now: number): Uptime {
  const up: Period[] = [];
  for (const { from, to } of periods) {
    const last = up.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else up.push({ from, to });
  }
  const gaps = up
    .slice(1)
    .map(({ from }, index) => ({ startedAt: up[index]!.to, endedAt: from }))
    .filter(({ startedAt, endedAt }) => endedAt - startedAt >= SHORTEST_INCIDENT_MS);
  return {
    ratio24h: ratio(up, now, 1),
    ratio30d: ratio(up, now, 30),
    ratio90d: ratio(up, now, 90),
    incidents: gaps.reverse().slice(0, INCIDENTS_TOLD),
  };
}

/** Of the days asked for, or of those since the first record; null where there is none. */
function ratio(up: readonly Period[], now: number, days: number): number | null {
  const first = up[0];
  if (first === undefined) return null;
  const start = Math.max(now - days * DAY, first.from);
  if (now <= start) return 1;
  const lived = up.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, now) - Math.max(from, start)),
    0,
  );
  // The present was not recorded yet, but it is lived: the process that asks is up.
  const last = up.at(-1)!;
  const present = Math.max(0, now - Math.max(last.to, start));
  return Math.floor(Math.min(1, (lived + present) / (now - start)) * 1e6) / 1e6;
}
