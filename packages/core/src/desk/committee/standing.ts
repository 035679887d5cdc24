// How a matter stands: whether it is open, by whom it was decided, and whether that still holds. A decision in favour holds while
// the votes behind it count: their authors still vote, and nothing that they saw has changed.

import type { Queries, Writes } from '../../store/store.ts';
import type { Entry } from '../matters/entries.ts';
import { ruleOf } from '../matters/open-matter.ts';
import { emptyRecord, type ItemRecord, recordsIn } from '../matters/record.ts';
import { type MatterRule, ruleForMatter } from '../matters/rule.ts';
import { type Ballots, needsChair, type Tally, tally, type ValueFacts } from '../matters/tally.ts';
import { voters } from '../matters/voters.ts';
import type { Matter } from './matter-items.ts';

export type StandingState = 'open' | 'accepted' | 'refused';

/** What decides about all matters of a scope. */
export interface Bench {
  rule: MatterRule;
  able: ReadonlySet<string>;
  records: ReadonlyMap<string, ItemRecord>;
}

/** A draft of an older version is decided by the rule of today. */
export async function benchOf(db: Queries | Writes, entries: readonly Entry[]): Promise<Bench> {
  const rule = ruleOf(entries) ?? (await ruleForMatter(db));
  const able = new Set((await voters(db)).map(({ id }) => id));
  return { rule, able, records: recordsIn(entries) };
}

/** After entries were added in the same transaction. */
export function benchWith(bench: Bench, entries: readonly Entry[]): Bench {
  return { ...bench, records: recordsIn(entries) };
}

export function recordOf({ records }: Bench, { item }: Matter): ItemRecord {
  return records.get(item) ?? emptyRecord();
}

/** The votes on the matter as it is now. */
export function ballotsOf(bench: Bench, matter: Matter, facts: ValueFacts | null): Ballots {
  const record = recordOf(bench, matter);
  const votes = [...record.votes].filter(([, { seen }]) => seen === matter.seen);
  const waived = record.waivers.flatMap(({ inputs }) => inputs);
  return {
    kind: matter.kind,
    rule: bench.rule,
    able: bench.able,
    votes: new Map(votes.map(([id, { vote }]) => [id, vote])),
    recused: new Set(record.recusals.keys()),
    waived: new Set(waived),
    hasMinute: record.hasMinute,
    facts,
  };
}

export function tallyOf(bench: Bench, matter: Matter, facts: ValueFacts | null): Tally {
  return tally(ballotsOf(bench, matter, facts));
}

/** A refusal is final. What was accepted is open again once its votes no longer count. */
export function stateOf(bench: Bench, matter: Matter): StandingState {
  const { outcome } = recordOf(bench, matter);
  if (outcome === null) return 'open';
  if (outcome.outcome === 'refused') return 'refused';
  return whyVoid(bench, matter) === null ? 'accepted' : 'open';
}

/** Why votes of what was accepted no longer count; null if they do, or if nothing was accepted. */
export function whyVoid(bench: Bench, matter: Matter): string | null {
  const record = recordOf(bench, matter);
  const { outcome } = record;
  // What follows from a matter by itself has happened with its outcome.
  if (outcome?.outcome !== 'accepted' || matter.opened !== null) return null;
  const isSeen = (id: string) => record.votes.get(id)?.seen === matter.seen;
  if (!outcome.for.every(isSeen))
    return 'It has changed since the committee accepted it, so it is voted again.';
  const left = 'Somebody who voted has left or lost the role, so the votes no longer suffice.';
  const counts = (id: string) => bench.able.has(id) && isSeen(id);
  const inFavour = outcome.for.filter(counts);
  const opposed = outcome.against.filter(counts);
  if (inFavour.length + opposed.length < bench.rule.quorum || inFavour.length <= opposed.length) return left;
  if (needsChair(matter.kind) && !inFavour.includes(outcome.chair ?? '')) return left;
  if (outcome.independence === 'required' && !outcome.independent.some(counts)) return left;
  return null;
}
