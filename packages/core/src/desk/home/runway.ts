// How many indicators will be stale, day by day, if nothing is renewed.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { civilDate, dayAfter } from '../../context/times.ts';
import type { Queries } from '../../store/store.ts';

type Runway = DomainAnswerOf<'desk.home'>['runway'];

const DAYS = 90;

/** Those that are stale stay so; those whose gate was checked after it had lapsed wait for their publication. */
export async function readRunway(db: Queries, now: number): Promise<Runway> {
  const today = civilDate(now);
  const to = dayAfter(today, DAYS);
  const served = () => db.selectFrom('served_indicators');
  const { indicators } = await served()
    .select(({ fn }) => fn.countAll().as('indicators'))
    .executeTakeFirstOrThrow();
  const { stale } = await served()
    .select(({ fn }) => fn.countAll().as('stale'))
    .where('stale_since', 'is not', null)
    .executeTakeFirstOrThrow();
  const rows = await served()
    .select(['stale_from', ({ fn }) => fn.countAll().as('count')])
    .where('stale_from', '>', now)
    .where('stale_from', '<=', Date.parse(to))
    .where('stale_since', 'is', null)
    .groupBy('stale_from')
    .orderBy('stale_from')
    .execute();
  let sum = Number(stale);
  const steps = rows.map(({ stale_from, count }) => {
    sum += Number(count);
    return { from: civilDate(stale_from!), stale: sum };
  });
  return {
    indicators: Number(indicators),
    from: today,
    to,
    steps: [{ from: today, stale: Number(stale) }, ...steps],
  };
}
