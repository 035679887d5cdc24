// The due list: inputs that lose points within some days, gates first, because without a valid gate there is no score.
// Its rows are those of the due board.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import type { Context } from '../../context/context.ts';
import { ListOrder, type Page, type Portion } from '../../context/paging.ts';
import { civilDate, dayAfter } from '../../context/times.ts';
import { effectiveMethodology } from '../methodology/signed.ts';
import { daysBetween, readBoard, type UnreviewedRow } from './board.ts';
import { type Condition, readFilter } from './filter.ts';
import { NO_DAY } from './refresh.ts';

/** Evidence and points are always those that count today, by the framework in effect today. */
export type WantedDue = DomainInputOf<'inputs.due'>;

type ListedDue = DomainAnswerOf<'inputs.due'>['data'][number];

/** Gates first, then by day (inputs without evidence first), then by points, then by name for a stable order. */
const DUE_ORDER = new ListOrder<ListedDue>(
  'due',
  [
    { by: 'due_inputs.is_gate', type: 'integer', descending: true },
    { by: 'due_inputs.loses_from', type: 'text' },
    { by: 'due_inputs.points', type: 'integer', descending: true },
    { by: 'due_inputs.slug', type: 'text' },
    { by: 'due_inputs.input_id', type: 'text' },
  ],
  ({ is_gate, loses_from, points_at_stake, slug, input }) => [
    ...[is_gate ? 1 : 0, loses_from ?? '', points_at_stake, slug, input],
  ],
);

/**
 * The list is read in parts, one after the other, because each of them is in the order of an index: the database reads no
 * other rows than those of the page.
 */
const PARTS = [
  { isGate: 1, isMissing: true },
  { isGate: 1, isMissing: false },
  { isGate: 0, isMissing: true },
  { isGate: 0, isMissing: false },
] as const;

const PART_ORDER = new ListOrder<UnreviewedRow>(
  'a part of due',
  [
    { by: 'due_inputs.loses_from', type: 'text' },
    { by: 'due_inputs.points', type: 'integer', descending: true },
    { by: 'due_inputs.slug', type: 'text' },
    { by: 'due_inputs.input_id', type: 'text' },
  ],
  ({ loses_from, points_at_stake, slug, input }) => [loses_from ?? NO_DAY, points_at_stake, slug, input],
);

/** The rows are made again before: see `refreshDue` and `refreshBriefly`. */
export async function listDue(
  context: Context,
  { days, as_of: asOf = context.clock(), missing = false, limit, cursor, ...filter }: WantedDue,
): Promise<Page<ListedDue>> {
  const { db } = context.store;
  await effectiveMethodology(db, context.clock());
  const from = civilDate(asOf);
  const until = dayAfter(from, days);
  const today = civilDate(context.clock());
  const others = await readFilter(db, { ...filter, time: 'all' }, today);
  const read = async ({ after, limit: most }: Portion) => {
    const rows: UnreviewedRow[] = [];
    for (const part of PARTS) {
      const left = most! - rows.length;
      const place = placeIn(part, after);
      if (left === 0 || place === 'before' || (part.isMissing && !missing)) continue;
      const wanted: Condition = (eb) =>
        eb.and([
          eb('due_inputs.is_gate', '=', part.isGate),
          part.isMissing
            ? eb('due_inputs.loses_from', '=', NO_DAY)
            : eb.and([
                eb('due_inputs.loses_from', '>=', String(place?.[0] ?? '')),
                eb('due_inputs.loses_from', '<=', until),
              ]),
          others(eb),
        ]);
      rows.push(...(await readBoard(db, wanted, { after: place, limit: left }, PART_ORDER, today)));
    }
    return rows;
  };
  return onDay(await DUE_ORDER.page({ limit, cursor }, read), from);
}

/** Where to begin in a part: after a position, at its start, or nowhere, because the position is in a later part. */
function placeIn(
  { isGate, isMissing }: (typeof PARTS)[number],
  after: Portion['after'],
): Portion['after'] | 'before' {
  if (after === undefined) return undefined;
  const [gate, day, ...rest] = after;
  const isSame = gate === isGate && (day === '') === isMissing;
  if (isSame) return [day === '' ? NO_DAY : day!, ...rest];
  const isLater = Number(gate) > isGate || (gate === isGate && day === '');
  return isLater ? undefined : 'before';
}

/** The members of the list, with the days that are left on this day. */
function onDay({ data, next_cursor }: Page<UnreviewedRow>, from: string): Page<ListedDue> {
  const rows = data.map(({ provider_id, slug, input, is_gate, value, grade, ...row }) => ({
    ...{ provider_id, slug, input, is_gate, value, grade, evidence_date: row.evidence_date },
    ...{ loses_from: row.loses_from, lapses_on: row.lapses_on },
    days_left: row.loses_from === null ? null : daysBetween(from, row.loses_from),
    ...{ points_at_stake: row.points_at_stake, assignee: row.assignee, note: row.note },
  }));
  return { data: rows, next_cursor };
}
