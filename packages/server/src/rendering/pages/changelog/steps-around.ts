// What was served around the changes that a page shows, for its small charts.

import { readSteps, type Step } from '@rf-indicators/core/desk/served/steps';
import type { Queries } from '@rf-indicators/core/store/store';
import { DAY, startOfDay } from '../../history/window.ts';
import type { Change } from '../provider/known.ts';
import type { Section, Trend } from './view.ts';

/** Before a change and after it. */
export const DAYS_AROUND = 45;
/** A trend spans the small moves that are shown, but at least and at most so many days. */
const LEAST_TREND_DAYS = 90;
const MOST_TREND_DAYS = 366;

export interface Around {
  /** By the id of the entry. */
  steps: Map<string, readonly Step[]>;
  /** By provider id. */
  trends: Map<string, Trend>;
}

export function periodAround({ changed_at }: Pick<Change, 'changed_at'>, days = DAYS_AROUND) {
  return { since: changed_at - days * DAY, until: changed_at + days * DAY };
}

export async function readStepsAround(
  db: Queries,
  sections: readonly Pick<Section, 'name' | 'changes'>[],
  now: number,
): Promise<Around> {
  const of = (name: Section['name']) => sections.find((section) => section.name === name)?.changes ?? [];
  const around = await Promise.all(
    of('bands').map(async (change): Promise<[string, readonly Step[]]> => {
      const { since, until } = periodAround(change);
      const found = await readSteps(db, [change.provider_id], since, until);
      return [change.id, found.get(change.provider_id) ?? []];
    }),
  );
  return { steps: new Map(around), trends: await readTrends(db, of('moves'), now) };
}

async function readTrends(db: Queries, moves: readonly Change[], now: number): Promise<Map<string, Trend>> {
  if (moves.length === 0) return new Map();
  const until = Math.min(startOfDay(moves[0]!.changed_at) + DAY, Math.floor(now) + DAY);
  const oldest = startOfDay(moves.at(-1)!.changed_at) - DAY;
  const since = Math.max(Math.min(oldest, until - LEAST_TREND_DAYS * DAY), until - MOST_TREND_DAYS * DAY);
  const ids = [...new Set(moves.map(({ provider_id }) => provider_id))];
  const steps = await readSteps(db, ids, since, until);
  return new Map([...steps].map(([id, found]) => [id, { steps: found, period: { since, until } }]));
}
