// Votes, recusals, waivers and minutes. Everybody acts as themselves, signed in: a token casts no vote. The outcome follows in the
// same transaction, and closes the matter.

import type { StaffActName } from '@rf-indicators/contract/acts';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Writes } from '../../store/store.ts';
import { requireOwnItems } from '../facts/own-records.ts';
import {
  addEntry,
  type Choice,
  type Entry,
  type EntryContent,
  type EntryKind,
  entriesOf,
} from '../matters/entries.ts';
import { openForDraft } from '../matters/open-matter.ts';
import { actingChair, tally } from '../matters/tally.ts';
import { closeDecided, type MatterEffects } from './close-decided.ts';
import { currentIndicator, type Matter, providersOf, requireMatters } from './matter-items.ts';
import { type Bench, ballotsOf, benchOf, recordOf, stateOf } from './standing.ts';
import { factsOf } from './value-facts.ts';

/** A matter as the person has seen it. */
export interface SeenMatter {
  matter: string;
  seen: string;
}

type VotingAct = Extract<StaffActName, `committee.${'vote' | 'recuse' | 'waive' | 'minute'}`>;

interface Scoped {
  scope: string;
  matters: Matter[];
  entries: Entry[];
  bench: Bench;
}

type Add = <Kind extends EntryKind>(kind: Kind, content: EntryContent[Kind]) => Promise<void>;

export async function castVote(
  context: Context,
  given: Actor,
  seen: readonly SeenMatter[],
  { vote, dissent, minute }: { vote: Choice; dissent?: string | undefined; minute?: string | undefined },
  effects: MatterEffects,
): Promise<void> {
  const words = dissent?.trim() || null;
  if (words !== null && vote === 'for')
    throw new Refusal(
      'validation_failed',
      'A dissent belongs to a vote against. Write a line of the minutes instead.',
    );
  const line = minute?.trim() || null;
  await decideOn(context, given, 'committee.vote', seen, effects, async ({ matters }, add, actor) => {
    await add('vote', {
      vote,
      words,
      items: matters.map(({ item, seen: state }): [string, string] => [item, state]),
    });
    if (line !== null) await add('minute', { items: itemsOf(matters), words: line });
    return { vote, ...(words === null ? {} : { has_dissent: true }), by: actor.id };
  });
}

export async function recuse(
  context: Context,
  given: Actor,
  seen: readonly SeenMatter[],
  reason: string,
  effects: MatterEffects,
): Promise<void> {
  const words = requireWords(reason, 'A recusal needs a reason.');
  await decideOn(context, given, 'committee.recuse', seen, effects, async ({ matters }, add) => {
    await add('recusal', { items: itemsOf(matters), words });
    return {};
  });
}

/** By the chair of the matter: the deputy, if the chair is recused. */
export async function waiveReading(
  context: Context,
  given: Actor,
  seen: readonly SeenMatter[],
  { inputs, sentence }: { inputs?: readonly string[] | undefined; sentence: string },
  effects: MatterEffects,
): Promise<void> {
  const words = requireWords(sentence, 'A waiver needs a sentence, for the record.');
  await decideOn(context, given, 'committee.waive', seen, effects, async (scoped, add, actor, writes) => {
    const { matters, bench } = scoped;
    const items: [string, string[]][] = [];
    for await (const [matter, facts] of factsOf(writes, matters, { isDeciding: true })) {
      const ballots = ballotsOf(bench, matter, facts);
      if (actingChair(bench.rule, ballots) !== actor.id)
        throw new Refusal(
          'conflict',
          'Only the chair lets a matter pass although nobody has read its evidence.',
        );
      const { unread } = tally(ballots);
      const waived = unread.filter((input) => inputs === undefined || inputs.includes(input));
      if (waived.length > 0) items.push([matter.item, waived]);
    }
    if (items.length === 0)
      throw new Refusal('conflict', 'Somebody in favour has read all of it: there is nothing to waive.');
    await add('waiver', { items, words });
    return { inputs: [...new Set(items.flatMap(([, names]) => names))].slice(0, 20) };
  });
}

export async function addMinute(
  context: Context,
  given: Actor,
  seen: readonly SeenMatter[],
  text: string,
  effects: MatterEffects,
): Promise<void> {
  const words = requireWords(text, 'A line of the minutes needs words.');
  await decideOn(context, given, 'committee.minute', seen, effects, async ({ matters }, add) => {
    await add('minute', { items: itemsOf(matters), words });
    return {};
  });
}

const AUDITED = {
  'committee.vote': 'committee.vote',
  'committee.recuse': 'committee.recuse',
  'committee.waive': 'committee.waive',
  'committee.minute': 'committee.minute',
} as const satisfies Record<VotingAct, string>;

/** Adds to the record of each scope, and closes what is decided by it. */
async function decideOn(
  context: Context,
  given: Actor,
  act: VotingAct,
  seen: readonly SeenMatter[],
  effects: MatterEffects,
  work: (scoped: Scoped, add: Add, actor: Actor, writes: Writes) => Promise<object>,
): Promise<void> {
  if (context.via !== 'session')
    throw new Refusal(
      'insufficient_role',
      'Everybody votes as themselves: sign in at the desk, in a browser. A token casts no vote.',
    );
  await actAs(context, given, act, async (writes, actor) => {
    for (const scoped of await openScopes(context, writes, actor, seen)) {
      const { scope, entries, matters } = scoped;
      const add: Add = (kind, content) =>
        addEntry(context, writes, entries, { scope, kind, by: actor.id, content });
      if (act !== 'committee.minute') requireNotRecused(scoped, actor);
      const after = await work(scoped, add, actor, writes);
      const [{ draft, id }] = matters as [Matter];
      const named = draft === null ? {} : { items: itemsOf(matters).slice(0, 20) };
      const summary = { ...after, count: matters.length, ...named };
      await recordAct(context, writes, actor, AUDITED[act], draft?.run.id ?? id, null, summary);
      await closeDecided(context, writes, actor, scoped, effects);
    }
  });
}

async function openScopes(
  context: Context,
  writes: Writes,
  actor: Actor,
  seen: readonly SeenMatter[],
): Promise<Scoped[]> {
  const wanted = new Map(seen.map(({ matter, seen: state }) => [matter, state]));
  const matters = await requireMatters(writes, [...wanted.keys()]);
  const scopes: Scoped[] = [];
  for (const [scope, inScope] of Map.groupBy(matters, ({ scope: name }) => name)) {
    const run = inScope[0]!.draft?.run;
    if (run !== undefined)
      await requireOwnItems(writes, run.id, 'Nothing was decided', providersOf(itemsOf(inScope)));
    let entries = (await entriesOf(writes, [scope])).get(scope)!;
    // A draft of an older version has no record yet.
    if (entries.length === 0) entries = await openForDraft(context, writes, run!.id);
    const bench = await benchOf(writes, entries);
    for (const matter of inScope) await requireOpen(writes, bench, matter, wanted.get(matter.id)!);
    if (!bench.able.has(actor.id))
      throw new Refusal('insufficient_role', `${actor.name} does not vote in the committee.`);
    scopes.push({ scope, matters: inScope, entries, bench });
  }
  return scopes;
}

async function requireOpen(writes: Writes, bench: Bench, matter: Matter, seen: string): Promise<void> {
  const state = stateOf(bench, matter);
  if (state !== 'open')
    throw new Refusal(
      'conflict',
      `The committee has ${state} this already: voting is closed, and nothing is added.`,
    );
  const { opened } = matter;
  if (opened !== null) {
    const isCurrent = (await currentIndicator(writes, opened.provider_id)) === opened.verification_id;
    if (recordOf(bench, matter).isCancelled || !isCurrent)
      throw new Refusal(
        'conflict',
        'This matter can no longer be decided. Bring it before the committee again.',
      );
  }
  if (seen !== matter.seen)
    throw new Refusal(
      'conflict',
      'This has changed since you read it: its inputs, its rationale or what it replaces. Read it again before you decide.',
    );
}

function requireNotRecused({ bench, matters }: Scoped, actor: Actor): void {
  if (matters.some((matter) => recordOf(bench, matter).recusals.has(actor.id)))
    throw new Refusal('conflict', 'You are recused from this matter.');
}

function itemsOf(matters: readonly Matter[]): string[] {
  return matters.map(({ item }) => item);
}

function requireWords(given: string, message: string): string {
  const words = given.trim();
  if (words === '') throw new Refusal('validation_failed', message);
  return words;
}
