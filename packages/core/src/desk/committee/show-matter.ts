// One matter as a member of the committee sees it: who voted how, what was read, the minutes, and what each vote of the reader
// would decide.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { listStaff } from '../../accounts/staff.ts';
import type { Actor } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import type { Choice } from '../matters/entries.ts';
import { entriesOf } from '../matters/entries.ts';
import {
  actingChair,
  type Ballots,
  needsChair,
  needsIndependence,
  needsMinute,
  tally,
} from '../matters/tally.ts';
import { voters } from '../matters/voters.ts';
import type { ChangedValue } from './changed-values.ts';
import { listedMatter, shownState } from './list-matters.ts';
import { currentIndicator, findMatter, type Matter } from './matter-items.ts';
import { namesOf } from './matter-names.ts';
import { minutesOf } from './minutes.ts';
import { ballotsOf, benchOf, recordOf } from './standing.ts';
import { asFacts, isReadable, type Showing, showingsOf, valuesOf } from './value-facts.ts';

type Shown = DomainAnswerOf<'committee.show'>;
type Consequence = NonNullable<Shown['if_you']>['recuse'];

export async function showMatter(
  { store: { db }, clock }: Context,
  reader: Actor | null,
  id: string,
): Promise<Shown> {
  const matter = await findMatter(db, id);
  const entries = (await entriesOf(db, [matter.scope])).get(matter.scope)!;
  const bench = await benchOf(db, entries);
  const record = recordOf(bench, matter);
  const values = (await valuesOf(db, [matter])).get(id)!;
  const readable = values.filter(isReadable);
  const showings = await showingsOf(
    db,
    readable.map(({ evidenceId }) => evidenceId!),
    { isDeciding: false },
  );
  const ballots = ballotsOf(bench, matter, asFacts(values, showings));
  const staff = new Map((await listStaff(db)).map(({ id: person, name }) => [person, name]));
  const nameOf = (person: string | null) => (person === null ? null : (staff.get(person) ?? 'somebody'));
  const current = matter.opened && (await currentIndicator(db, matter.opened.provider_id));
  const standing = shownState(bench, matter, current);
  const why = whyNot(reader, standing, ballots);
  const names = await namesOf(db, [matter]);
  const { missing: seeming, ...listed } = listedMatter(matter, bench, entries, names, {
    ...{ standing, result: tally(ballots), reader: reader?.id ?? null, now: clock() },
  });
  const result = tally(ballots);
  const changed = seeming.filter(({ code }) => code === 'changed');
  const inFavour = standing === 'open' ? result.for : (record.outcome?.for ?? []);
  const inputs = values.map((value) =>
    shownInput(value, { matter, showings, inFavour, reader, nameOf, record }),
  );
  const decided = standing === 'open' || standing === 'gone' ? null : record.outcome;
  return {
    ...listed,
    independence: needsIndependence(matter.kind, bench.rule) ? 'required' : 'not_required',
    needs_chair: needsChair(matter.kind),
    needs_minute: needsMinute(matter.kind),
    members: await membersOf(),
    missing: standing === 'open' ? [...changed, ...result.missing] : [],
    outcome: decided && {
      ...{ outcome: decided.outcome, at: decided.at, because: decided.because },
      ...{ for: decided.for.length, against: decided.against.length, independence: decided.independence },
    },
    inputs,
    documents: countDocuments(readable, showings, reader),
    minutes: minutesOf({
      entries,
      matter,
      values,
      showings,
      nameOf: (person) => nameOf(person) ?? 'the service',
    }),
    may_vote: why === null,
    why_not: why,
    may_waive: why === null && result.unread.length > 0 && actingChair(bench.rule, ballots) === reader?.id,
    if_you: why === null ? consequences(ballots, reader!.id) : null,
  };

  async function membersOf(): Promise<Shown['members']> {
    const able = await voters(db);
    const acting = actingChair(bench.rule, ballots);
    const past = [...record.votes.keys(), ...record.recusals.keys()].filter(
      (person) => !able.some((one) => one.id === person),
    );
    const all = [...able, ...past.map((person) => ({ id: person, name: nameOf(person)!, roles: [] }))];
    const shown = all.map(({ id: person, name, roles }) => {
      const cast = record.votes.get(person);
      const recusal = record.recusals.get(person);
      return {
        ...{ staff_id: person, name, roles: [...roles] as string[] },
        ...{ is_chair: person === acting, is_you: person === reader?.id },
        vote: recusal === undefined ? (cast?.vote ?? null) : ('recused' as const),
        at: recusal?.at ?? cast?.at ?? null,
        words: recusal?.words ?? cast?.words ?? null,
        counts: ballots.votes.has(person) && bench.able.has(person),
        touched: touchedBy(values, person),
        unread: readable
          .filter(({ evidenceId }) => !hasSeen(showings, evidenceId!, person))
          .map(({ input }) => input),
      };
    });
    return shown.toSorted((a, b) => Number(b.is_chair) - Number(a.is_chair) || (a.name < b.name ? -1 : 1));
  }
}

function hasSeen(
  showings: ReadonlyMap<string, readonly Showing[]>,
  evidence: string,
  person: string,
): boolean {
  return showings.get(evidence)?.some(({ staff_id }) => staff_id === person) === true;
}

function touchedBy(values: readonly ChangedValue[], person: string): Shown['members'][number]['touched'] {
  return values.flatMap(({ input, proposedBy, approvedBy }) => [
    ...(proposedBy === person ? [{ input, as: 'proposed' as const }] : []),
    ...(approvedBy === person ? [{ input, as: 'approved' as const }] : []),
  ]);
}

interface InputContext {
  matter: Matter;
  showings: ReadonlyMap<string, readonly Showing[]>;
  inFavour: readonly string[];
  reader: Actor | null;
  nameOf: (person: string | null) => string | null;
  record: ReturnType<typeof recordOf>;
}

function shownInput(
  value: ChangedValue,
  { showings, inFavour, reader, nameOf, record }: InputContext,
): Shown['inputs'][number] {
  const { input, before, after, proposalId, evidenceId, document, proposedBy, approvedBy } = value;
  const seen = (isReadable(value) && showings.get(evidenceId!)) || [];
  const waiver = record.waivers.find(({ inputs }) => inputs.includes(input));
  return {
    ...{ input, before, after, proposal_id: proposalId, evidence_id: evidenceId, document },
    ...{ proposed_by: nameOf(proposedBy), approved_by: nameOf(approvedBy) },
    read_by: seen.map(({ staff_id, at }) => ({ staff_id, name: nameOf(staff_id)!, at })),
    read_by_you: seen.find(({ staff_id }) => staff_id === reader?.id)?.at ?? null,
    is_read: !isReadable(value) || seen.some(({ staff_id }) => inFavour.includes(staff_id)),
    waived: waiver === undefined ? null : { name: nameOf(waiver.by)!, at: waiver.at, sentence: waiver.words },
  };
}

/** One document can be behind several values. */
function countDocuments(
  readable: readonly ChangedValue[],
  showings: ReadonlyMap<string, readonly Showing[]>,
  reader: Actor | null,
): Shown['documents'] {
  const byDocument = Map.groupBy(readable, ({ document }) => document!);
  const read = [...byDocument.values()].filter((values) =>
    values.every(({ evidenceId }) => hasSeen(showings, evidenceId!, reader?.id ?? '')),
  );
  return { all: byDocument.size, read_by_you: read.length };
}

function whyNot(reader: Actor | null, standing: Shown['state'], { able, recused }: Ballots): string | null {
  if (standing === 'gone') return 'This can no longer be decided.';
  if (standing !== 'open') return 'The committee has decided it: voting is closed.';
  if (reader === null || !able.has(reader.id)) return 'Analysts, reviewers and the chief risk officer vote.';
  return recused.has(reader.id) ? 'You are recused from this matter.' : null;
}

/** The line of the minutes can come with the vote, so it is not what a vote would wait for. */
function consequences(ballots: Ballots, reader: string): Shown['if_you'] {
  const voting = (vote: Choice) =>
    consequence({ ...ballots, votes: new Map([...ballots.votes, [reader, vote]]) });
  return {
    vote_for: voting('for'),
    vote_against: voting('against'),
    recuse: consequence({ ...ballots, recused: new Set([...ballots.recused, reader]) }),
  };
}

function consequence(ballots: Ballots): Consequence {
  const { outcome, because, missing, for: inFavour, against } = tally(ballots);
  return { outcome, because, for: inFavour.length, against: against.length, missing };
}
