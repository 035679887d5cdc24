// The open matters that a person of the committee has not voted on as they are now.

import type { Queries } from '../../store/store.ts';
import { entriesOf } from '../matters/entries.ts';
import { allMatters, shownState } from './list-matters.ts';
import { currentIndicator, type Matter } from './matter-items.ts';
import { type Bench, benchOf, recordOf } from './standing.ts';

export interface WaitingVotes {
  count: number;
  /** When the oldest of them was opened; null if there is none. */
  oldest_at: number | null;
}

export async function waitingVotes(db: Queries, voter: string): Promise<WaitingVotes> {
  const waiting: WaitingVotes = { count: 0, oldest_at: null };
  const byScope = Map.groupBy(await allMatters(db), ({ scope }) => scope);
  const entries = await entriesOf(db, [...byScope.keys()]);
  for (const [scope, matters] of byScope) {
    const ofScope = entries.get(scope)!;
    const bench = await benchOf(db, ofScope);
    for (const matter of matters) {
      const current = matter.opened && (await currentIndicator(db, matter.opened.provider_id));
      if (shownState(bench, matter, current) !== 'open' || hasSpoken(bench, matter, voter)) continue;
      waiting.count += 1;
      const openedAt = ofScope[0]?.at ?? matter.draft?.run.finished_at ?? null;
      if (openedAt !== null) waiting.oldest_at = Math.min(waiting.oldest_at ?? openedAt, openedAt);
    }
  }
  return waiting;
}

function hasSpoken(bench: Bench, matter: Matter, voter: string): boolean {
  const { votes, recusals } = recordOf(bench, matter);
  return recusals.has(voter) || votes.get(voter)?.seen === matter.seen;
}
