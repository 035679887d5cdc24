// What a person of the staff sees first: what they have to do, what is due soon, and what happened since their last visit.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Actor } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import type { Queries } from '../../store/store.ts';
import { awaySince } from '../presence.ts';
import { type PublishingPolicy, withdrawnFrom } from '../runs/policy.ts';
import { staleSince } from '../served/stale-since.ts';
import { newsSince } from './news.ts';
import { readRunway } from './runway.ts';
import { waitingFor } from './waiting.ts';

type Home = DomainAnswerOf<'desk.home'>;

const DAY = 24 * 60 * 60 * 1000;
const FIRST_NEWS_DAYS = 7;
const MOST = 7;

export async function readHome(
  { store: { db }, clock }: Context,
  actor: Actor,
  policy: PublishingPolicy,
): Promise<Home> {
  const now = clock();
  const away = await awaySince(db, actor.id, now);
  const since = away ?? now - FIRST_NEWS_DAYS * DAY;
  return {
    waiting: await waitingFor(db, actor, now),
    ...(await staleProviders(db, policy)),
    runway: await readRunway(db, now),
    since,
    is_first_visit: away === null,
    news: await newsSince(db, actor.id, since),
  };
}

/** Those that are withdrawn soonest come first. */
async function staleProviders(
  db: Queries,
  policy: PublishingPolicy,
): Promise<Pick<Home, 'stale' | 'stale_count'>> {
  const stale = db.selectFrom('served_indicators').where('stale_since', 'is not', null);
  const { count } = await stale.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  const rows = await stale
    .select(['verification_id', 'slug', 'name', 'stale_since', 'stale_reason'])
    .orderBy('stale_since')
    .orderBy('slug')
    .limit(MOST)
    .execute();
  const since = await staleSince(
    db,
    rows.map(({ verification_id }) => verification_id),
  );
  return {
    stale: rows.map(({ verification_id, slug, name, stale_since, stale_reason }) => ({
      slug,
      name,
      stale_since: since.get(verification_id) ?? stale_since!,
      // A gate that was checked again, too late, moves the end and not the beginning.
      withdrawn_at: withdrawnFrom(stale_since!, policy),
      reason: stale_reason!,
    })),
    stale_count: Number(count),
  };
}
