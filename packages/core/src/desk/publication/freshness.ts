// Reads how fresh the published data is, for the status endpoint.

import type { Queries } from '../../store/store.ts';

export interface Freshness {
  lastPublishedAt: number | null;
  lastRunAt: number | null;
  oldestScoreAt: number | null;
  providers: number;
  staleProviders: number;
}

export async function readFreshness(db: Queries): Promise<Freshness> {
  const published = await db
    .selectFrom('indicators')
    .select(({ fn }) => fn.max('published_at').as('at'))
    .executeTakeFirst();
  const run = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.max('as_of').as('at'))
    .where('status', 'in', ['draft', 'published'])
    .executeTakeFirst();
  const current = await db
    .selectFrom('served_indicators')
    .select(({ fn }) => [
      fn.countAll<number>().as('providers'),
      fn.count<number>('stale_since').as('stale'),
      fn.min('as_of').as('oldest'),
    ])
    .executeTakeFirst();
  return {
    lastPublishedAt: published?.at ?? null,
    lastRunAt: run?.at ?? null,
    oldestScoreAt: current?.oldest ?? null,
    providers: Number(current?.providers ?? 0),
    staleProviders: Number(current?.stale ?? 0),
  };
}
