// Closes matters that the votes have decided: the outcome follows from the rule, in the act that completed it.

import type { Actor } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import type { Writes } from '../../store/store.ts';
import {
  addEntry,
  type Decided,
  type Entry,
  type OpenedKind,
  type OpenedMatter,
  type OutcomeContent,
} from '../matters/entries.ts';
import { needsIndependence, type Tally } from '../matters/tally.ts';
import type { Matter } from './matter-items.ts';
import { type Bench, benchWith, stateOf, tallyOf } from './standing.ts';
import { factsOf } from './value-facts.ts';

/** A matter by itself, as what follows from the decision on it gets it. */
export interface DecidedMatter {
  outcome: Decided;
  /** A sentence. */
  because: string;
  id: string;
  opened: OpenedMatter;
  /** Who asked for it; null if the service did. */
  openedBy: string | null;
  /** Who voted for it: the chair first, if the chair did. */
  inFavour: readonly string[];
  decidedAt: number;
}

/** What happens when the committee has decided a matter by itself, in the same transaction. */
export type MatterEffects = Readonly<
  Partial<
    Record<
      OpenedKind,
      (context: Context, writes: Writes, actor: Actor, matter: DecidedMatter) => Promise<void>
    >
  >
>;

export async function closeDecided(
  context: Context,
  writes: Writes,
  actor: Actor,
  { entries, matters, bench: before }: { entries: Entry[]; matters: readonly Matter[]; bench: Bench },
  effects: MatterEffects,
): Promise<void> {
  const bench = benchWith(before, entries);
  const groups = new Map<string, { content: OutcomeContent; matters: Matter[] }>();
  for (const { matter, result } of await decidedAmong(writes, bench, matters)) {
    const content = outcomeContent(bench, matter, result);
    const key = JSON.stringify(content);
    const group = groups.get(key) ?? { content, matters: [] };
    group.matters.push(matter);
    groups.set(key, group);
  }
  for (const { content, matters: decided } of groups.values()) {
    const { scope, draft, id } = decided[0]!;
    const items = decided.map(({ item }) => item);
    await addEntry(context, writes, entries, {
      ...{ scope, kind: 'outcome', by: null },
      content: { ...content, items },
    });
    const { outcome } = content;
    const after = { outcome, count: items.length, ...(draft === null ? {} : { items: items.slice(0, 20) }) };
    await recordAct(context, writes, actor, 'committee.decide', draft?.run.id ?? id, null, after);
    for (const { opened } of decided) {
      if (opened === null) continue;
      const inFavour = content.for.toSorted(
        (a, b) => Number(b === content.chair) - Number(a === content.chair),
      );
      const openedBy = entries[0]!.by;
      const decidedMatter = { id, opened, openedBy, inFavour, outcome, because: content.because };
      await effects[opened.kind]?.(context, writes, actor, { ...decidedMatter, decidedAt: context.clock() });
    }
  }
}

/** Packages are read only where the votes alone do not decide. */
async function decidedAmong(
  writes: Writes,
  bench: Bench,
  matters: readonly Matter[],
): Promise<{ matter: Matter; result: Tally }[]> {
  const open = matters.filter((matter) => stateOf(bench, matter) === 'open');
  const tallied = open.map((matter) => ({ matter, result: tallyOf(bench, matter, null) }));
  const undecided = tallied.filter(({ result }) => result.needsFacts).map(({ matter }) => matter);
  const withFacts: typeof tallied = [];
  for await (const [matter, facts] of factsOf(writes, undecided, { isDeciding: true }))
    withFacts.push({ matter, result: tallyOf(bench, matter, facts) });
  return [...tallied, ...withFacts].filter(({ result }) => result.outcome !== null);
}

function outcomeContent({ rule }: Bench, { kind }: Matter, result: Tally): OutcomeContent {
  return {
    items: [],
    outcome: result.outcome!,
    because: result.because,
    for: result.for,
    against: result.against,
    independent: result.independent,
    independence: needsIndependence(kind, rule) ? 'required' : 'not_required',
    chair: result.chair,
  };
}
