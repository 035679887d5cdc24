// What was in force of providers, and when their scores were corrected, for rules that look back.

import { formatHundredths, type HistoryStep, LONGEST_WINDOW } from '@rf-indicators/engine';
import { sql } from 'kysely';
import { civilDate } from '../context/times.ts';
import type { Queries } from '../store/store.ts';

const WINDOW_MS = LONGEST_WINDOW * 24 * 60 * 60 * 1000;

interface Change {
  at: number;
  /** Null for a withdrawal. */
  score: number | null;
  band: string | null;
}

/** Oldest first. */
export interface PastOfProvider {
  changes: readonly Change[];
  corrections: readonly number[];
}

/** Enough for what `pastAt` says of every instant from `since` to `until`. */
export async function readPasts(
  db: Queries,
  ids: readonly string[],
  { since, until }: { since: number; until: number },
): Promise<Map<string, PastOfProvider>> {
  if (ids.length === 0) return new Map();
  const rows = await readPublished(db, ids, { since: since - WINDOW_MS, until });
  const published = Map.groupBy(rows, ({ provider_id }) => provider_id);
  const withdrawn = Map.groupBy(await readWithdrawals(db, ids, until), ({ provider_id }) => provider_id);
  return new Map(
    ids.map((id) => {
      const own = published.get(id) ?? [];
      // A correction of an older indicator was never in force.
      const inForce = own.filter(({ corrects, supersedes }) => corrects === null || supersedes !== null);
      const changes: Change[] = [
        ...inForce.map((row) => ({ at: row.published_at, score: row.final_score, band: row.risk_band })),
        ...(withdrawn.get(id) ?? []).map(({ withdrawn_at }) => ({
          ...{ at: withdrawn_at, score: null, band: null },
        })),
      ];
      const corrections = own.flatMap(({ corrects, published_at }) =>
        corrects === null ? [] : published_at,
      );
      return [id, { changes: changes.sort((a, b) => a.at - b.at), corrections }];
    }),
  );
}

/** Without renewals, which have the score of the indicator that they renew. */
function readPublished(
  db: Queries,
  ids: readonly string[],
  { since, until }: { since: number; until: number },
) {
  const lastBefore = sql<number>`coalesce((select max(i.published_at) from indicators i
    where i.provider_id = indicators.provider_id and i.published_at < ${since} and i.renews is null
    and (i.corrects is null or i.supersedes is not null)), 0)`;
  return db
    .selectFrom('indicators')
    .select(['provider_id', 'published_at', 'final_score', 'risk_band', 'corrects', 'supersedes'])
    .where('provider_id', 'in', [...ids])
    .where('renews', 'is', null)
    .where('published_at', '>=', lastBefore)
    .where('published_at', '<=', until)
    .orderBy('log_index')
    .execute();
}

function readWithdrawals(db: Queries, ids: readonly string[], until: number) {
  return db
    .selectFrom('withdrawals')
    .select(['provider_id', 'withdrawn_at'])
    .where('provider_id', 'in', [...ids])
    .where('withdrawn_at', '<=', until)
    .execute();
}

/** As snapshots have it: days, and a history that begins on the first day of the longest window or before it. */
export function pastAt({ changes, corrections }: PastOfProvider, instant: number) {
  const since = instant - WINDOW_MS;
  return {
    history: historyOf(
      changes.filter(({ at }) => at <= instant),
      since,
    ),
    corrections: corrections.filter((at) => at >= since && at <= instant).map(civilDate),
  };
}

/** Changes of score or band alone, from the last one before the window on. */
function historyOf(changes: readonly Change[], since: number): HistoryStep[] {
  const first = Math.max(
    0,
    changes.findLastIndex(({ at }) => at < since),
  );
  const steps: HistoryStep[] = [];
  if ((changes[first]?.at ?? since) >= since) steps.push({ day: civilDate(since), score: null, band: null });
  for (const { at, score, band } of changes.slice(first)) {
    const text = score === null ? null : formatHundredths(score);
    const last = steps.at(-1);
    if (last?.score !== text || last.band !== band)
      steps.push({ day: civilDate(at), score: text, band: band as HistoryStep['band'] });
  }
  return steps;
}
