// Reads what is drawn on cards, on the reading thread.

import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { staleSinceOf } from '@rf-indicators/core/desk/served/stale-since';
import { publicReason } from '@rf-indicators/core/log/public-reason';
import type { Queries } from '@rf-indicators/core/store/store';
import { historyUntil } from '../history/score-history.ts';
import { changedAt, publishedIndicators, stateOf } from '../published-indicators.ts';
import type { Answer, Parameters, Reading } from '../reading.ts';
import { type CardState, type ChangeCard, type IndicatorCard, isBandChange } from './card.ts';
import { ofSite } from './of-site.ts';

/** The card of an indicator in its present state. */
export async function readIndicatorCard({ db, site }: Reading, { id }: Parameters): Promise<Answer> {
  const row = await publishedIndicators(db)
    .where('indicators.verification_id', '=', String(id))
    .executeTakeFirst();
  if (row === undefined) return { problem: 'indicator_not_found' };
  const [state, stateAt] = await presentState(db, row);
  const card: IndicatorCard = {
    kind: 'indicator',
    ...ofSite(site),
    ...(await namesOf(db, row.provider_id)),
    ...{ score: row.final_score, band: row.risk_band, verificationId: row.verification_id },
    ...{ asOf: row.as_of, state, stateAt },
    history: await historyUntil(db, row.provider_id, row.published_at),
  };
  return { content: JSON.stringify(card), lastModified: changedAt(row) };
}

type Row = Awaited<ReturnType<ReturnType<typeof publishedIndicators>['executeTakeFirstOrThrow']>>;

async function presentState(db: Queries, row: Row): Promise<[CardState, at: number | null]> {
  const state = stateOf(row);
  if (state === 'corrected') return [state, row.corrected_at];
  if (state === 'withdrawn') return [state, row.withdrawn_at];
  // A correction of a superseded indicator was superseded from the beginning.
  if (state === 'superseded') return [state, row.superseded_at ?? row.published_at];
  const staleSince = await staleSinceOf(db, row.verification_id, row.stale_since);
  return staleSince === null ? ['current', null] : ['stale', staleSince];
}

/** The card of an entry of the changelog that moved a provider to another band. */
export async function readChangeCard({ db, site }: Reading, { id }: Parameters): Promise<Answer> {
  const entry = await db.selectFrom('changelog').selectAll().where('id', '=', String(id)).executeTakeFirst();
  if (entry === undefined || !isBandChange(entry)) return { problem: 'not_found' };
  const card: ChangeCard = {
    kind: 'change',
    ...ofSite(site),
    ...(await namesOf(db, entry.provider_id)),
    ...{ previousScore: entry.previous_score!, previousBand: entry.previous_band! },
    ...{ score: entry.new_score!, band: entry.new_band!, verificationId: entry.verification_id },
    isCorrection: entry.kind === 'correction',
    ...{ changedAt: entry.changed_at, reason: publicReason(entry.reason) },
    history: await historyUntil(db, entry.provider_id, entry.changed_at),
  };
  return { content: JSON.stringify(card), lastModified: entry.changed_at };
}

async function namesOf(db: Queries, providerId: string): Promise<{ name: string; slug: string }> {
  const { name, slug } = (await findProvider(db, providerId))!;
  return { name, slug };
}
