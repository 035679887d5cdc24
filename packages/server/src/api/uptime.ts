// Uptime records. Each process records a period, which it extends while it runs. Gaps between periods are downtime.

import { civilDate } from '@rf-indicators/core/context/times';
import { type Incident, publicIncidents } from '@rf-indicators/core/desk/status/list-incidents';
import type { Queries, Writes } from '@rf-indicators/core/store/store';
import type { RawBuilder } from 'kysely';

const DAY = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 90;
/** Shorter gaps are restarts, not incidents. */
const SHORTEST_INCIDENT_MS = 60 * 1000;
const MAX_INCIDENTS = 20;

export interface Uptime {
  ratio24h: number | null;
  ratio30d: number | null;
  ratio90d: number | null;
  /** Newest first. */
  incidents: { startedAt: number; endedAt: number }[];
  /** What the staff announced, newest first. */
  announced: Incident[];
  /** The last 90 UTC days, oldest first; a day that was not observed has no share. */
  days: { date: string; ratio: number | null }[];
}

interface Period {
  from: number;
  to: number;
}

/** Of the store, because all nodes see these records: a node whose clock is wrong must not write its own time. */
export type RecordedTime = number | RawBuilder<number>;

export async function openPeriod(writes: Writes, id: string, node: string, now: RecordedTime): Promise<void> {
  await writes.insertInto('up_periods').values({ id, node, started_at: now, last_seen_at: now }).execute();
}

/** A clock that was set back does not shorten the period. */
export async function prolongPeriod(writes: Writes, id: string, now: RecordedTime): Promise<void> {
  await writes
    .updateTable('up_periods')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where('last_seen_at', '<', now)
    .execute();
}

export async function readUptime(db: Queries, now: number): Promise<Uptime> {
  const rows = await db
    .selectFrom('up_periods')
    .select(['started_at', 'last_seen_at'])
    .where('last_seen_at', '>=', now - KEPT_DAYS * DAY)
    .orderBy('started_at')
    .execute();
  const first = await db
    .selectFrom('up_periods')
    .select(({ fn }) => fn.min('started_at').as('at'))
    .executeTakeFirst();
  const measured = measureUptime(
    rows.map(({ started_at, last_seen_at }) => ({ from: started_at, to: last_seen_at })),
    now,
    first?.at ?? now,
  );
  return { ...measured, announced: await publicIncidents(db, now - KEPT_DAYS * DAY) };
}

/**
 * `periods` must be sorted by start. Periods of several processes may overlap. `observedFrom` is when the first period
 * ever recorded began.
 */
export function measureUptime(
  periods: readonly Period[],
  now: number,
  observedFrom: number,
): Omit<Uptime, 'announced'> {
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
    ratio24h: ratio(up, now, observedFrom, 1),
    ratio30d: ratio(up, now, observedFrom, 30),
    ratio90d: ratio(up, now, observedFrom, 90),
    incidents: gaps.reverse().slice(0, MAX_INCIDENTS),
    days: ratioByDay(up, now, observedFrom),
  };
}

/** The share of the last `days` days; null until they have been observed. */
function ratio(up: readonly Period[], now: number, observedFrom: number, days: number): number | null {
  const start = now - days * DAY;
  return observedFrom > start ? null : shareOf(up, now, start, now);
}

/** Of a day that began before the first record, or has not ended, the observed part counts. */
function ratioByDay(up: readonly Period[], now: number, observedFrom: number): Uptime['days'] {
  const today = Math.floor(now / DAY) * DAY;
  return Array.from({ length: KEPT_DAYS }, (_, at) => {
    const day = today - (KEPT_DAYS - 1 - at) * DAY;
    const [start, end] = [Math.max(day, observedFrom), Math.min(day + DAY, now)];
    return { date: civilDate(day), ratio: start < end ? shareOf(up, now, start, end) : null };
  });
}

function shareOf(up: readonly Period[], now: number, start: number, end: number): number {
  const recorded = up.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)),
    0,
  );
  // The time since the last record counts as up, because this process is running.
  const last = up.at(-1)?.to ?? now;
  const unrecorded = Math.max(0, end - Math.max(last, start));
  return Math.floor(Math.min(1, (recorded + unrecorded) / (end - start)) * 1e6) / 1e6;
}
