// The due board by check: the same input of several providers is one item, which one person renews in one go.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { sql } from 'kysely';
import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import type { Queries } from '../../store/store.ts';
import { REFERENCE_RATE } from '../facts/fact-definitions.ts';
import { daysBetween, reviewedInputs } from './board.ts';
import { type Condition, type DueFilter, readFilter } from './filter.ts';
import { NO_DAY } from './refresh.ts';

const NAMED = 3;

/** Gates first, then by the points at stake. */
export async function dueChecks(
  { store: { db }, clock }: Context,
  filter: DueFilter,
): Promise<DomainAnswerOf<'due.checks'>> {
  const today = civilDate(clock());
  const wanted = await readFilter(db, filter, today);
  const checks = await db
    .selectFrom('due_inputs')
    .select(['input_id', sql<number>`max(is_gate)`.as('gate'), sql<number>`count(*)`.as('inputs')])
    .select(sql<number>`sum(case when loses_from <= ${today} then 1 else 0 end)`.as('lapsed'))
    .select(
      sql<string | null>`min(case when is_gate = 1 and lapses_on > ${today} and exists (select 1
        from served_indicators s where s.provider_id = due_inputs.provider_id) then lapses_on end)`.as(
        'stale_from',
      ),
    )
    .select([sql<string>`min(loses_from)`.as('first'), sql<number>`max(points)`.as('points')])
    .where(wanted)
    .groupBy('input_id')
    .execute();
  const names = await firstNames(db, wanted);
  const inReview = await countInReview(db, wanted);
  const assignees = await assigneesOf(db, wanted);
  const data = checks.map(({ input_id, gate, inputs, lapsed, first, points, stale_from }) => ({
    input: input_id,
    is_gate: Number(gate) === 1,
    inputs: Number(inputs),
    in_review: inReview.get(input_id) ?? 0,
    lapsed: Number(lapsed),
    days_left: first === NO_DAY ? null : daysBetween(today, first),
    stale_from,
    points_at_stake: Number(points),
    providers: names.get(input_id) ?? [],
    assignees: assignees.get(input_id) ?? [],
  }));
  return {
    data: data.toSorted(
      (a, b) =>
        Number(b.is_gate) - Number(a.is_gate) ||
        b.points_at_stake - a.points_at_stake ||
        (a.input < b.input ? -1 : 1),
    ),
  };
}

/** Those with the least time, by input. */
async function firstNames(db: Queries, wanted: Condition): Promise<Map<string, string[]>> {
  const placed = db
    .selectFrom('due_inputs')
    .select(['input_id', 'provider_id'])
    .select(sql<number>`row_number() over (partition by input_id order by loses_from, slug)`.as('place'))
    .where(wanted)
    .as('placed');
  const rows = await db
    .selectFrom(placed)
    .innerJoin('due_providers', 'due_providers.provider_id', 'placed.provider_id')
    .select(['placed.input_id', 'name'])
    .where('placed.place', '<=', NAMED)
    .orderBy('placed.place')
    .execute();
  return grouped(rows.map(({ input_id, name }) => [input_id, name]));
}

/** Few proposals are open, so their inputs are looked up, and not each of the board. */
async function countInReview(db: Queries, wanted: Condition): Promise<Map<string, number>> {
  const isInReview = await reviewedInputs(db);
  const open = db
    .selectFrom('open_proposals')
    .innerJoin('proposals', 'proposals.id', 'open_proposals.proposal_id')
    .select('proposals.input_id');
  const rows = await db
    .selectFrom('due_inputs')
    .innerJoin('due_providers', 'due_providers.provider_id', 'due_inputs.provider_id')
    .select(['due_inputs.provider_id', 'due_inputs.input_id as input', 'payout_currency'])
    .where((eb) => wanted(eb as never) as never)
    .where('due_inputs.input_id', 'in', open)
    .execute();
  const counts = new Map<string, number>();
  for (const { provider_id, input, payout_currency } of rows) {
    const currency = input === REFERENCE_RATE ? payout_currency : null;
    if (isInReview({ provider_id, input, currency })) counts.set(input, (counts.get(input) ?? 0) + 1);
  }
  return counts;
}

async function assigneesOf(db: Queries, wanted: Condition): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('due_notes')
    .innerJoin('staff', 'staff.id', 'due_notes.assignee')
    .innerJoin('due_inputs', (join) =>
      join
        .onRef('due_inputs.provider_id', '=', 'due_notes.provider_id')
        .onRef('due_inputs.input_id', '=', 'due_notes.input_id'),
    )
    .select(['due_inputs.input_id', 'staff.name'])
    .distinct()
    .where((eb) => wanted(eb as never) as never)
    .orderBy('staff.name')
    .execute();
  return grouped(rows.map(({ input_id, name }) => [input_id, name]));
}

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [key, value] of pairs) found.set(key, [...(found.get(key) ?? []), value]);
  return found;
}
