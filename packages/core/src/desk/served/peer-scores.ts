// Where the current score of a provider is among all of its type: every score if there are few, otherwise how many there are in
// each part of the scale.

import { sql } from 'kysely';
import type { Queries } from '../../store/store.ts';
import { peersOf } from './peers.ts';
import { asServed, type ServedIndicator } from './served.ts';

/** More would be a cloud of dots, and a long page. */
export const MOST_ALONE = 60;
/** In hundredths. */
export const PART_WIDTH = 200;
/** Beside the provider, on each side, if there are many. */
const NEAREST = 5;

export interface PeerScores {
  count: number;
  /** From 1, safest first; providers with the same score share it. */
  rank: number;
  /** In hundredths: that of the provider in the middle, or the mean of both. */
  median: number;
  /** Safest first: all of them, or the nearest. */
  shown: { served: ServedIndicator; rank: number }[];
  /** Only if not all are shown. `part` counts from the riskiest. */
  parts: { part: number; count: number }[];
}

export async function readPeerScores(db: Queries, served: ServedIndicator): Promise<PeerScores> {
  const ofType = db.selectFrom('served_indicators').where('planner_type', '=', served.plannerType);
  const inOrder = ofType.orderBy('final_score', 'desc').orderBy('name').orderBy('provider_id');
  const all = await inOrder
    .selectAll()
    .limit(MOST_ALONE + 1)
    .execute();
  if (all.length <= MOST_ALONE) {
    const scores = all.map(({ final_score }) => final_score);
    const shown = all.map((row) => ({ served: asServed(row), rank: scores.indexOf(row.final_score) + 1 }));
    const middle = scores.slice(Math.ceil(scores.length / 2) - 1, Math.floor(scores.length / 2) + 1);
    const rank = scores.indexOf(served.finalScore) + 1;
    return { count: all.length, rank, median: mean(middle), shown, parts: [] };
  }
  const { count, ranked } = await peersOf(db, served, NEAREST);
  const middle = await inOrder
    .select('final_score')
    .offset(Math.ceil(count / 2) - 1)
    .limit(count % 2 === 0 ? 2 : 1)
    .execute();
  const part = sql<number>`final_score / ${sql.lit(PART_WIDTH)}`;
  const parts = await ofType
    .select(({ fn }) => [part.as('part'), fn.countAll<number>().as('count')])
    .groupBy(part)
    .orderBy(part)
    .execute();
  return {
    count,
    rank: ranked.find((one) => one.served.providerId === served.providerId)!.rank,
    median: mean(middle.map(({ final_score }) => final_score)),
    shown: ranked,
    parts: parts.map((one) => ({ part: Number(one.part), count: Number(one.count) })),
  };
}

function mean(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}
