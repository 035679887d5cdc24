// What the committee has decided of a draft, for those who publish it.

import type { Queries, Writes } from '../../store/store.ts';
import { entriesOf } from '../matters/entries.ts';
import { scopeOfRun } from '../matters/open-matter.ts';
import { draftItems, draftMatters, type Matter, type Run } from './matter-items.ts';
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

export interface DecisionCounts extends Record<StandingState, number> {
  /** The first that are not accepted, in the order of the draft. */
  waiting: Decision[];
}

/** What nobody has decided counts without being read as a voter sees it, but for the first `most` of them. */
export async function countDecisions(db: Queries, run: Run, most: number): Promise<DecisionCounts> {
  const counts: DecisionCounts = { open: 0, accepted: 0, refused: 0, waiting: [] };
  const count = (state: StandingState) => {
    counts[state] += 1;
    return state !== 'accepted';
  };
  const only = (items: readonly string[]) =>
    items.length === 0 ? new Map<string, Decision>() : decisionsOn(db, run, { items: new Set(items) });
  if (run.kind === 'correction') {
    const waiting = [...(await decisionsOn(db, run)).values()].filter(({ state }) => count(state));
    return { ...counts, waiting: waiting.slice(0, most) };
  }
  const scope = scopeOfRun(run.id);
  const { records } = await benchOf(db, (await entriesOf(db, [scope])).get(scope)!);
  const items = await draftItems(db, run);
  const decided = await only(items.filter((item) => records.get(item)?.outcome != null));
  const waiting = items.filter((item) => count(decided.get(item)?.state ?? 'open'));
  return { ...counts, waiting: [...(await only(waiting.slice(0, most))).values()] };
}

/** By provider and scoring time (`itemName`). Only what is not published. */
export async function decisionsOn(
  db: Queries | Writes,
  run: Run,
  which: { providerId?: string; items?: ReadonlySet<string> } = {},
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
