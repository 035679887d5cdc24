// The due board: what lapses next, by the points at stake, and how much of it there is.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { dayNumber } from '@rf-indicators/engine';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../../context/context.ts';
import { ListOrder, type Portion } from '../../context/paging.ts';
import { civilDate } from '../../context/times.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { REFERENCE_RATE } from '../facts/fact-definitions.ts';
import { type Condition, type DueFilter, readFilter } from './filter.ts';
import { NO_DAY } from './refresh.ts';

export type BoardRow = DomainAnswerOf<'due.list'>['data'][number];
export type UnreviewedRow = Omit<BoardRow, 'in_review'>;

const ORDER_COLUMNS = [
  { by: 'due_inputs.points', type: 'integer', descending: true },
  { by: 'due_inputs.loses_from', type: 'text' },
  { by: 'due_inputs.slug', type: 'text' },
  { by: 'due_inputs.input_id', type: 'text' },
] as const;

export const BOARD_ORDER = new ListOrder<UnreviewedRow>(
  'due board',
  ORDER_COLUMNS,
  ({ points_at_stake, loses_from, slug, input }) => [points_at_stake, loses_from ?? NO_DAY, slug, input],
);

/** By the points at stake, then by day. */
export async function listBoard(context: Context, filter: DueFilter, portion: Portion): Promise<BoardRow[]> {
  const rows = await listUnreviewed(context, filter, portion);
  const isInReview = await reviewedInputs(context.store.db);
  return rows.map((row) => ({ ...row, in_review: isInReview(row) }));
}

/** The same without what waits for a reviewer. */
export async function listUnreviewed(
  { store: { db }, clock }: Context,
  filter: DueFilter,
  portion: Portion,
): Promise<UnreviewedRow[]> {
  const today = civilDate(clock());
  return readBoard(db, await readFilter(db, filter, today), portion, BOARD_ORDER, today);
}

export async function readBoard(
  db: Queries,
  wanted: Condition,
  portion: Portion,
  order: ListOrder<UnreviewedRow>,
  today: string,
): Promise<UnreviewedRow[]> {
  // The page is chosen from an index that has its order and all that filters look at; then its rows are read.
  const page = order.select(
    db.selectFrom('due_inputs').select(['provider_id', 'input_id']).where(wanted),
    portion,
  );
  // SQLite keeps the order of cross joins. With statistics from before there were many providers, it would begin with all of them.
  const rows = await db
    .selectFrom(page.as('page'))
    .crossJoin('due_inputs')
    .crossJoin('due_providers')
    .leftJoin('due_notes', (join) =>
      join
        .onRef('due_notes.provider_id', '=', 'page.provider_id')
        .onRef('due_notes.input_id', '=', 'page.input_id'),
    )
    .leftJoin('staff', 'staff.id', 'due_notes.assignee')
    .leftJoin('served_indicators', 'served_indicators.provider_id', 'page.provider_id')
    .whereRef('due_inputs.provider_id', '=', 'page.provider_id')
    .whereRef('due_inputs.input_id', '=', 'page.input_id')
    .whereRef('due_providers.provider_id', '=', 'page.provider_id')
    .selectAll('due_inputs')
    .select(['due_providers.name', 'due_providers.band', 'due_providers.score', 'payout_currency'])
    .select(['staff.name as assignee', 'due_notes.note', 'served_indicators.stale_from'])
    .execute();
  return order.sorted(rows.map((row) => asBoardRow(row, today)));
}

type Row = Selectable<Database['due_inputs']> & {
  name: string;
  band: string | null;
  score: number | null;
  payout_currency: string | null;
  assignee: string | null;
  note: string | null;
  stale_from: number | null;
};

function asBoardRow(row: Row, today: string): UnreviewedRow {
  const { provider_id, slug, name, planner_type, value, grade, evidence_date, max_age, lapses_on } = row;
  const loses_from = row.loses_from === NO_DAY ? null : row.loses_from;
  return {
    ...{ provider_id, slug, name, planner_type, value, grade, evidence_date, max_age, loses_from, lapses_on },
    currency: row.input_id === REFERENCE_RATE ? row.payout_currency : null,
    input: row.input_id,
    is_gate: row.is_gate === 1,
    stale_from: row.is_gate === 1 && lapses_on === dayOrNull(row.stale_from) ? lapses_on : null,
    days_left: loses_from === null ? null : daysBetween(today, loses_from),
    points_at_stake: row.points,
    ...{ band_if_lost: row.band_if_lost, band: row.band, score: row.score },
    ...{ assignee: row.assignee, note: row.note || null },
  };
}

function dayOrNull(at: number | null): string | null {
  return at === null ? null : civilDate(at);
}

export function daysBetween(from: string, to: string): number {
  return (dayNumber(to) as number) - (dayNumber(from) as number);
}

/** Finds out which inputs have a proposal that waits for a reviewer. */
export async function reviewedInputs(db: Queries) {
  const open = await db
    .selectFrom('open_proposals')
    .crossJoin('proposals')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['provider_id', 'currency', 'input_id'])
    .whereRef('proposals.id', '=', 'open_proposals.proposal_id')
    .where('decisions.proposal_id', 'is', null)
    .execute();
  const found = new Set(open.map((one) => `${one.provider_id ?? one.currency} ${one.input_id}`));
  return ({
    provider_id,
    currency,
    input,
  }: Pick<UnreviewedRow, 'provider_id' | 'currency' | 'input'>): boolean =>
    found.has(`${input === REFERENCE_RATE ? currency : provider_id} ${input}`);
}

/** More are not counted: nobody needs the exact number, and counting them takes long. */
const MOST_COUNTED = 1000;

export async function summariseBoard(
  { store: { db }, clock }: Context,
  filter: DueFilter,
): Promise<Omit<DomainAnswerOf<'due.summary'>, 'outdated'>> {
  const today = civilDate(clock());
  const wanted = await readFilter(db, filter, today, { isCounted: true });
  const counted = async (condition: typeof wanted) => {
    const some = db
      .selectFrom('due_inputs')
      .select(sql<number>`1`.as('one'))
      .where(condition)
      .limit(MOST_COUNTED);
    const { number } = await db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow();
    return Number(number);
  };
  const providers = await db
    .selectFrom('due_providers')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow();
  return {
    today,
    total: await counted(wanted),
    lapsed: await counted((eb) => eb.and([wanted(eb), eb('loses_from', '<=', today)])),
    providers: Number(providers.number),
    people: await db
      .selectFrom('staff')
      .select(['id', 'name'])
      .where('retired_at', 'is', null)
      .orderBy('name')
      .execute(),
  };
}
