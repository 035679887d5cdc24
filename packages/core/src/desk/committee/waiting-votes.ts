// The open matters that a person of the committee has not voted on as they are now.

import type { Queries } from '../../store/store.ts';
import { entriesOf } from '../matters/entries.ts';
import { emptyRecord } from '../matters/record.ts';
import { allMatters, type FoundMatter, readMatters } from './find-matters.ts';
import { openedAt, shownState } from './list-matters.ts';
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
  for (const [scope, found] of byScope) {
    const ofScope = entries.get(scope)!;
    const bench = await benchOf(db, ofScope);
    const touched = found.filter((one) => !isUntouched(bench, one, voter));
    let count = found.length - touched.length;
    for (const matter of await readMatters(db, touched)) {
      const current = matter.opened && (await currentIndicator(db, matter.opened.provider_id));
      if (shownState(bench, matter, current) === 'open' && !hasSpoken(bench, matter, voter)) count += 1;
    }
    if (count === 0) continue;
    waiting.count += count;
    const at = openedAt(ofScope, found[0]!.run, Number.POSITIVE_INFINITY);
    if (at < (waiting.oldest_at ?? Number.POSITIVE_INFINITY)) waiting.oldest_at = at;
  }
  return waiting;
}

/** Of a draft, not decided, and nothing said about it by the voter: it waits, whatever one sees of it. */
function isUntouched({ records }: Bench, { item, matter }: FoundMatter, voter: string): boolean {
  const { outcome, votes, recusals } = records.get(item) ?? emptyRecord();
  return matter === null && outcome === null && !votes.has(voter) && !recusals.has(voter);
}

function hasSpoken(bench: Bench, matter: Matter, voter: string): boolean {
  const { votes, recusals } = recordOf(bench, matter);
  return recusals.has(voter) || votes.get(voter)?.seen === matter.seen;
}
