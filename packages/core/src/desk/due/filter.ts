// Which rows of the due board a reader wants to see.

import type { DomainInputOf } from '@rf-indicators/contract/acts';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { Refusal } from '../../context/refusal.ts';
import { dayAfter } from '../../context/times.ts';
import { fold } from '../../store/fold.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { staffCalled } from '../inputs/proposals.ts';
import { NO_DAY } from './refresh.ts';

export type DueFilter = DomainInputOf<'due.summary'>;

const HORIZON_DAYS = { week: 7, month: 30 } as const;
const NOBODY = 'nobody';

type Rows = ExpressionBuilder<Database, 'due_inputs'>;
export type Condition = (eb: Rows) => ExpressionWrapper<Database, 'due_inputs', SqlBool>;

/** `isCounted`: the days may be looked up in their index; a list that is sorted by points is faster without. */
export async function readFilter(
  db: Queries,
  filter: DueFilter,
  today: string,
  { isCounted = false } = {},
): Promise<Condition> {
  const staff = await wantedStaff(db, filter.assignee);
  for (const day of [filter.until, filter.on]) if (day !== undefined) requireDay(day);
  return (eb) => eb.and([...timeOf(eb, filter, today, isCounted), ...othersOf(eb, filter, staff)]);
}

/** The ids of the people who are called so; null if the filter names no person. */
async function wantedStaff(db: Queries, assignee: string | undefined): Promise<string[] | null> {
  return assignee === undefined || assignee === NOBODY ? null : staffCalled(db, assignee);
}

function timeOf(eb: Rows, { time = 'soon', until, on }: DueFilter, today: string, isCounted: boolean) {
  const soon = isCounted ? eb.ref('due_inputs.soon_from') : sql<string>`coalesce(due_inputs.soon_from, '')`;
  const loses = isCounted
    ? eb.ref('due_inputs.loses_from')
    : sql<string>`coalesce(due_inputs.loses_from, '')`;
  if (on !== undefined) return [eb('due_inputs.loses_from', '=', on)];
  if (until !== undefined) return [eb(loses, '<=', until)];
  if (time === 'missing') return [eb('due_inputs.loses_from', '=', NO_DAY)];
  if (time === 'all') return [];
  if (time === 'soon') return [eb(soon, '<=', today)];
  if (time === 'lapsed') return [eb(loses, '<=', today)];
  return [eb(loses, '<=', dayAfter(today, HORIZON_DAYS[time]))];
}

function othersOf(
  eb: Rows,
  { planner_type, assignee, provider, input }: DueFilter,
  staff: readonly string[] | null,
) {
  const notes = eb
    .selectFrom('due_notes')
    .select('due_notes.input_id')
    .whereRef('due_notes.provider_id', '=', 'due_inputs.provider_id')
    .whereRef('due_notes.input_id', '=', 'due_inputs.input_id');
  return [
    ...(planner_type === undefined ? [] : [eb('due_inputs.planner_type', '=', planner_type)]),
    ...(input === undefined ? [] : [eb('due_inputs.input_id', '=', input)]),
    ...(assignee === NOBODY ? [eb.not(eb.exists(notes.where('assignee', 'is not', null)))] : []),
    ...(staff === null ? [] : [assignedTo(eb, staff)]),
    ...(provider === undefined || provider.trim() === ''
      ? []
      : [eb('due_inputs.provider_id', 'in', named(eb, provider))]),
  ];
}

/** Nobody looks after many inputs, so these are looked up, and not compared with each of the board. */
function assignedTo(eb: Rows, staff: readonly string[]) {
  const assigned = eb
    .selectFrom('due_notes')
    .select(['due_notes.provider_id', 'due_notes.input_id'])
    .where('assignee', 'in', [...staff]);
  return eb(
    eb.refTuple('due_inputs.provider_id', 'due_inputs.input_id'),
    'in',
    assigned.$asTuple('provider_id', 'input_id'),
  );
}

function named(eb: Rows, provider: string) {
  const part = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return eb
    .selectFrom('due_providers')
    .select('due_providers.provider_id')
    .where(
      sql<SqlBool>`(due_providers.folded_name like ${part(fold(provider))} escape '\\' or due_providers.slug like ${part(provider.trim().toLowerCase())} escape '\\')`,
    );
}

export function requireDay(day: string): void {
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return;
  throw new Refusal('validation_failed', `"${day}" is not a valid date of the form 2026-11-14.`);
}
