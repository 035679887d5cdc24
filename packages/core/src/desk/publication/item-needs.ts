// What an item of a draft needs before it is published, in one list. An item that lacks something stays in the draft, and the rest
// is published.

import type { Queries, Writes } from '../../store/store.ts';
import { decisionsOn } from '../committee/decisions.ts';
import { itemName, type Run } from '../committee/matter-items.ts';
import { needsCommittee } from '../runs/policy.ts';
import type { RunItem } from '../runs/run-items.ts';

/** By `itemName`: a sentence that says what the item lacks. */
export type Lacking = Map<string, string>;
type Need = (db: Queries | Writes, run: Run, items: readonly RunItem[]) => Promise<Lacking>;

const NEEDS: readonly Need[] = [acceptedByCommittee];

/** What publishes by itself, such as a score that moves within its band, needs nothing. */
export async function lackingOf(db: Queries | Writes, run: Run, items: readonly RunItem[]): Promise<Lacking> {
  const lacking: Lacking = new Map();
  for (const need of NEEDS)
    for (const [item, why] of await need(db, run, items)) if (!lacking.has(item)) lacking.set(item, why);
  return lacking;
}

async function acceptedByCommittee(
  db: Queries | Writes,
  run: Run,
  items: readonly RunItem[],
): Promise<Lacking> {
  const byCommittee = items.filter((item) => item.action === 'publish' && needsCommittee(item));
  if (byCommittee.length === 0 && run.kind !== 'correction') return new Map();
  const decisions = await decisionsOn(db, run);
  const names = run.kind === 'correction' ? [...decisions.keys()] : byCommittee.map(itemName);
  return new Map(
    names.flatMap((name) => {
      const decision = decisions.get(name);
      if (decision?.state === 'accepted') return [];
      return [[name, decision?.because ?? 'The committee has not decided it.'] as const];
    }),
  );
}
