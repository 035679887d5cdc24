// What the committee has decided of a draft, for those who publish it.

import type { Queries, Writes } from '../../store/store.ts';
import { entriesOf } from '../matters/entries.ts';
import { scopeOfRun } from '../matters/open-matter.ts';
import { draftMatters, type Matter, type Run } from './matter-items.ts';
import { benchOf, recordOf, type StandingState, stateOf, tallyOf, whyVoid } from './standing.ts';
import { talliesOf } from './tallies.ts';

export interface Decision {
  matter: Matter;
  state: StandingState;
  /** A sentence: what it waits for, or why it was decided so. */
  because: string;
  for: number;
  against: number;
  recused: number;
  quorum: number;
  /** Who voted for it, where it is accepted. */
  inFavour: readonly string[];
  independence: 'required' | 'not_required' | null;
  decidedAt: number | null;
}

/** By provider and scoring time (`itemName`). Only what is not published. */
export async function decisionsOn(
  db: Queries | Writes,
  run: Run,
  which: { providerId?: string } = {},
): Promise<Map<string, Decision>> {
  const matters = await draftMatters(db, run, which);
  if (matters.length === 0) return new Map();
  const scope = scopeOfRun(run.id);
  const bench = await benchOf(db, (await entriesOf(db, [scope])).get(scope)!);
  const undecided = matters.filter((matter) => recordOf(bench, matter).outcome === null);
  const tallies = new Map([
    ...matters.map((matter) => [matter.id, tallyOf(bench, matter, null)] as const),
    ...(await talliesOf(db, undecided, () => bench)),
  ]);
  return new Map(
    matters.map((matter) => {
      const state = stateOf(bench, matter);
      const record = recordOf(bench, matter);
      const now = tallies.get(matter.id)!;
      const { outcome } = record;
      const open = whyVoid(bench, matter) ?? (now.because || 'The committee has not decided it.');
      const decided = state === 'open' ? null : outcome;
      return [
        matter.item,
        {
          ...{ matter, state, quorum: bench.rule.quorum, recused: record.recusals.size },
          because: decided?.because ?? open,
          for: (decided ?? now).for.length,
          against: (decided ?? now).against.length,
          inFavour: state === 'accepted' ? outcome!.for : [],
          independence: decided?.independence ?? null,
          decidedAt: decided?.at ?? null,
        },
      ];
    }),
  );
}
