// The due list: inputs that lose points within some days, gates first, because without a valid gate there is no score.
// Its rows are those of the due board.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import type { Methodology } from '@rf-indicators/engine';
import { sql } from 'kysely';
import type { Context } from '../../context/context.ts';
import { ListOrder, type Page, type Portion } from '../../context/paging.ts';
import { civilDate, dayAfter } from '../../context/times.ts';
import { inPortions } from '../../store/bulk.ts';
import { factsAsOf } from '../facts/facts.ts';
import { effectiveMethodology, findEffectiveMethodology } from '../methodology/signed.ts';
import { daysBetween, listBoard } from './board.ts';
import { dueNotes } from './due-notes.ts';
import { assessDue } from './points-at-risk.ts';
import { NO_DAY, refreshDue } from './refresh.ts';

/** Evidence and points are always those that count today. */
export type WantedDue = DomainInputOf<'inputs.due'>;

type ListedDue = DomainAnswerOf<'inputs.due'>['data'][number];

/** Others are served between these portions. */
const ASSESSED_AT_ONCE = 50;

/** Gates first, then by day (inputs without evidence first), then by points, then by name for a stable order. */
const DUE_ORDER = new ListOrder<ListedDue>(
  'due',
  [
    { by: 'due_inputs.is_gate', type: 'integer', descending: true },
    {
      by: sql`case due_inputs.loses_from when ${sql.lit(NO_DAY)} then '' else due_inputs.loses_from end`,
      type: 'text',
    },
    { by: 'due_inputs.points', type: 'integer', descending: true },
    { by: 'due_inputs.slug', type: 'text' },
    { by: 'due_inputs.input_id', type: 'text' },
  ],
  ({ is_gate, loses_from, points_at_stake, slug, input }) => [
    ...[is_gate ? 1 : 0, loses_from ?? '', points_at_stake, slug, input],
  ],
);

/** `outdated`: see `refreshDue`, which works for at most `forMs` first. */
export async function listDue(
  context: Context,
  { days, as_of: asOf = context.clock(), limit, cursor, ...others }: WantedDue,
  forMs?: number,
): Promise<Page<ListedDue> & { outdated: number }> {
  const { db } = context.store;
  const from = civilDate(asOf);
  const filter = { ...others, until: dayAfter(from, days) };
  const page = { limit, cursor };
  const { methodology, digest } = await effectiveMethodology(db, asOf);
  const current = await findEffectiveMethodology(db, context.clock());
  if (digest !== current?.digest) {
    const rows = await assessAll(context, methodology, filter);
    return { ...onDay(DUE_ORDER.pageOfAll(rows, page), from), outdated: 0 };
  }
  const outdated = await refreshDue(context, forMs);
  const read = (portion: Portion) => listBoard(context, filter, portion, DUE_ORDER);
  return { ...onDay(await DUE_ORDER.page(page, read), from), outdated };
}

/** The members of the list, with the days that are left on this day. */
function onDay({ data, next_cursor }: Page<ListedDue>, from: string): Page<ListedDue> {
  const rows = data.map(({ provider_id, slug, input, is_gate, value, grade, ...row }) => ({
    ...{ provider_id, slug, input, is_gate, value, grade, evidence_date: row.evidence_date },
    ...{ loses_from: row.loses_from, lapses_on: row.lapses_on },
    days_left: row.loses_from === null ? null : daysBetween(from, row.loses_from),
    ...{ points_at_stake: row.points_at_stake, assignee: row.assignee, note: row.note },
  }));
  return { data: rows, next_cursor };
}

/** The board is made by the framework in effect today. By another one, every provider is assessed again. */
async function assessAll(
  { store: { db }, clock }: Context,
  methodology: Methodology,
  { until, missing = false, assignee }: Pick<WantedDue, 'missing' | 'assignee'> & { until: string },
): Promise<ListedDue[]> {
  const noteOf = await dueNotes(db, assignee);
  const now = clock();
  const active = await db.selectFrom('providers').select('id').where('retired_at', 'is', null).execute();
  const rows: ListedDue[] = [];
  for (const portion of inPortions(active, ASSESSED_AT_ONCE)) {
    const ids = portion.map(({ id }) => id);
    for (const facts of await factsAsOf(db, methodology, ids, now, now)) {
      for (const stake of assessDue(methodology, facts, now).stakes) {
        const note = noteOf(stake.provider_id, stake.input);
        const isDue = stake.loses_from === null ? missing : stake.loses_from <= until;
        if (isDue && note !== null) rows.push({ ...stake, ...note });
      }
    }
    await nextTurn();
  }
  return rows;
}
