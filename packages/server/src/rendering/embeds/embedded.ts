// What pages of others show of a provider: its headline and its history, as the public API has them.

import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { staleSinceOf } from '@rf-indicators/core/desk/served/stale-since';
import { historyUntil, type ScoreHistory } from '../history/score-history.ts';
import { DAY, startOfDay } from '../history/window.ts';
import type { Reading, ReadProblem } from '../reading.ts';

export interface EmbeddedScore {
  /** In hundredths. */
  score: number;
  band: string;
  asOf: number;
  verificationId: string;
  /** Null if it is not stale. */
  staleSince: number | null;
}

export interface Embedded {
  name: string;
  slug: string;
  /** Null once it was withdrawn. */
  current: EmbeddedScore | null;
  withdrawnAt: number | null;
  history: ScoreHistory;
}

export async function readEmbedded(reading: Reading, slug: string): Promise<Embedded | ReadProblem> {
  const { db, clock } = reading;
  const provider = await findProvider(db, slug);
  if (provider === null) return { problem: 'provider_not_found' };
  if (provider.slug !== slug) return { problem: 'provider_not_found', movedTo: provider.slug };
  const { id, name } = provider;
  const state = await db
    .selectFrom('provider_states')
    .select('withdrawn_at')
    .where('provider_id', '=', id)
    .executeTakeFirst();
  if (state === undefined) return { problem: 'indicator_not_found' };
  const [served] = await currentIndicators(db, [id]);
  const current = served && {
    score: served.finalScore,
    band: served.riskBand,
    asOf: served.asOf,
    verificationId: served.verificationId,
    staleSince: await staleSinceOf(db, served.verificationId, served.staleSince),
  };
  return {
    ...{ name, slug },
    current: current ?? null,
    withdrawnAt: served === undefined ? state.withdrawn_at : null,
    // Until midnight, so that it stays the same for a day.
    history: await historyUntil(db, id, startOfDay(clock()) + DAY),
  };
}
