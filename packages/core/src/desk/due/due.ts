// Lists inputs that are due for review, by the day they start losing points, with the points at stake. Gates come
// first, because without a valid gate there is no score.

import type { Methodology } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { ListOrder } from '../../context/paging.ts';
import { inPortions } from '../../store/bulk.ts';
import { factsAsOf } from '../facts/facts.ts';
import { assessDue, type DueInput } from './points-at-risk.ts';

export type { DueInput } from './points-at-risk.ts';

export interface DueOptions {
  /** Include inputs that never had evidence. */
  missing?: boolean;
}

/** Inputs of active providers that lose points within the horizon, or already do. */
export async function dueInputs(
  context: Context,
  methodology: Methodology,
  asOf: number,
  horizonDays: number,
  { missing = false }: DueOptions = {},
): Promise<DueInput[]> {
  const { db } = context.store;
  const rows = await db.selectFrom('providers').select('id').where('retired_at', 'is', null).execute();
  const due: DueInput[] = [];
  for (const ids of inPortions(rows.map(({ id }) => id))) {
    for (const facts of await factsAsOf(db, methodology, ids, asOf, context.clock())) {
      for (const { max_age: _, criteria: __, ...input } of assessDue(methodology, facts, asOf).stakes) {
        if (input.days_left === null ? missing : input.days_left <= horizonDays) due.push(input);
      }
    }
  }
  return DUE_ORDER.sorted(due);
}

/** Gates first, then by day (inputs without evidence first), then by points, then by name for a stable order. */
export const DUE_ORDER = new ListOrder<DueInput>(
  'due',
  [
    { by: 'is_gate', type: 'integer', descending: true },
    { by: 'loses_from', type: 'text' },
    { by: 'points_at_stake', type: 'integer', descending: true },
    { by: 'slug', type: 'text' },
    { by: 'input', type: 'text' },
  ],
  ({ is_gate, loses_from, points_at_stake, slug, input }) => [
    ...[is_gate ? 1 : 0, loses_from ?? '', points_at_stake, slug, input],
  ],
);
