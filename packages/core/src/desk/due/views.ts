// The due board as a heat map, provider by input, and as a calendar of what loses points on which day.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { sql } from 'kysely';
import type { Context } from '../../context/context.ts';
import type { Portion } from '../../context/paging.ts';
import { Refusal } from '../../context/refusal.ts';
import { civilDate, dayAfter } from '../../context/times.ts';
import type { Queries } from '../../store/store.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { BOARD_ORDER, daysBetween } from './board.ts';
import { type Condition, type DueFilter, readFilter, requireDay } from './filter.ts';
import { NO_DAY } from './refresh.ts';

const MOST_PROVIDERS = 200;
/** Most of the first rows are of different providers. */
const ROWS_AT_ONCE = 400;
const MOST_DAYS = 62;
const NAMED_EACH_DAY = 3;

/** Providers with something that the filter matches, by the points at stake; all their inputs are shown. */
export async function dueMap(
  { store: { db }, clock }: Context,
  filter: DueFilter,
): Promise<DomainAnswerOf<'due.map'>> {
  const today = civilDate(clock());
  const wanted = await readFilter(db, filter, today);
  const providers = await firstProviders(db, wanted);
  const shown = providers.slice(0, MOST_PROVIDERS);
  if (shown.length === 0) return { inputs: [], providers: [], more: false };
  const rows = await db
    .selectFrom('due_inputs')
    .select(['provider_id', 'input_id', 'is_gate', 'loses_from'])
    .where('provider_id', 'in', shown)
    .execute();
  const names = await db
    .selectFrom('due_providers')
    .select(['provider_id', 'slug', 'name'])
    .where('provider_id', 'in', shown)
    .execute();
  const effective = await findEffectiveMethodology(db, clock());
  const order = [...(effective?.methodology.gates ?? []), ...(effective?.methodology.criteria ?? [])].map(
    ({ id }) => id,
  );
  const gates = new Map(rows.map(({ input_id, is_gate }) => [input_id, is_gate === 1]));
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  const inputs = [...gates]
    .map(([input, is_gate]) => ({ input, is_gate }))
    .toSorted((a, b) => Number(b.is_gate) - Number(a.is_gate) || placeOf(a.input) - placeOf(b.input));
  const byProvider = Map.groupBy(rows, ({ provider_id }) => provider_id);
  const named = new Map(names.map((one) => [one.provider_id, one]));
  return {
    inputs,
    more: providers.length > shown.length,
    providers: shown.flatMap((id) => {
      const provider = named.get(id);
      if (provider === undefined) return [];
      const days = new Map(byProvider.get(id)!.map((row) => [row.input_id, row.loses_from]));
      return {
        slug: provider.slug,
        name: provider.name,
        days_left: inputs.map(({ input }) => {
          const day = days.get(input);
          return day === undefined || day === NO_DAY ? null : daysBetween(today, day);
        }),
        missing: [...days].flatMap(([input, day]) => (day === NO_DAY ? [input] : [])),
      };
    }),
  };
}

/** By the points at stake; one more than is shown, if there are more. */
async function firstProviders(db: Queries, wanted: Condition): Promise<string[]> {
  const columns = ['provider_id', 'points', 'loses_from', 'slug', 'input_id'] as const;
  const found = new Set<string>();
  let after: Portion['after'];
  for (;;) {
    const rows = await BOARD_ORDER.select(db.selectFrom('due_inputs').select(columns).where(wanted), {
      after,
      limit: ROWS_AT_ONCE,
    }).execute();
    for (const { provider_id } of rows) found.add(provider_id);
    if (rows.length < ROWS_AT_ONCE || found.size > MOST_PROVIDERS) return [...found];
    const { points, loses_from, slug, input_id } = rows.at(-1)!;
    after = [points, loses_from, slug, input_id];
  }
}

/** The days on which something starts to lose points. A time in the filter does not matter. */
export async function dueCalendar(
  { store: { db }, clock }: Context,
  { time: _, until: __, on: ___, ...filter }: DueFilter,
  from: string,
  to: string,
): Promise<DomainAnswerOf<'due.calendar'>> {
  for (const day of [from, to]) requireDay(day);
  if (daysBetween(from, to) < 0 || daysBetween(from, to) > MOST_DAYS)
    throw new Refusal(
      'validation_failed',
      `A calendar has at most ${MOST_DAYS} days, from the first to the last.`,
    );
  const others = await readFilter(db, { ...filter, time: 'all' }, civilDate(clock()), { isCounted: true });
  const days: DomainAnswerOf<'due.calendar'>['data'] = [];
  const counts = await db
    .selectFrom('due_inputs')
    .select(['loses_from', sql<number>`count(*)`.as('inputs'), sql<number>`sum(is_gate)`.as('gates')])
    .where((eb) => eb.and([eb('loses_from', '>=', from), eb('loses_from', '<=', to), others(eb)]))
    .groupBy('loses_from')
    .execute();
  const counted = new Map(counts.map((one) => [one.loses_from, one]));
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    const found = counted.get(day);
    if (found === undefined) continue;
    const first = await db
      .selectFrom('due_inputs')
      .innerJoin('due_providers', 'due_providers.provider_id', 'due_inputs.provider_id')
      .select(['due_inputs.slug', 'due_providers.name', 'due_inputs.input_id as input'])
      .where('loses_from', '=', day)
      .where((eb) => others(eb as never) as never)
      .orderBy('points', 'desc')
      .orderBy('due_inputs.slug')
      .limit(NAMED_EACH_DAY)
      .execute();
    days.push({ day, inputs: Number(found.inputs), gates: Number(found.gates), first });
  }
  return { data: days };
}
