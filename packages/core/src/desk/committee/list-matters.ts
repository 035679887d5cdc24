// The list of what the committee decides: items of drafts, withdrawals and reviews.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { type Portion, timeOrder } from '../../context/paging.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { type Entry, entriesOf } from '../matters/entries.ts';
import type { Missing, Tally } from '../matters/tally.ts';
import { allMatters, mattersOfRun, readMatters } from './find-matters.ts';
import { currentIndicator, type Matter, type Run } from './matter-items.ts';
import { type Names, namesOf } from './matter-names.ts';
import { type Bench, benchOf, recordOf, type StandingState, stateOf, whyVoid } from './standing.ts';
import { talliesOf } from './tallies.ts';

export type ListedMatter = DomainAnswerOf<'committee.list'>['data'][number];
export type MatterState = ListedMatter['state'];

export const MATTER_ORDER = timeOrder<Pick<ListedMatter, 'opened_at' | 'matter'>>(
  'matters',
  'oldest',
  ['opened_at', 'matter'],
  ({ opened_at, matter }) => [opened_at, matter],
);

/** Also where a state is rare. */
const READ_AT_ONCE = 101;

interface Reader {
  reader: string | null;
  now: number;
}

interface Wanted extends Reader {
  state?: MatterState | undefined;
  run?: string | undefined;
}

type Listed = ListedMatter & { missing: Missing[] };

/** Of the first draft of a desk, there are as many as providers: only those of the portion are read as a voter sees them. */
export async function listMatters(
  db: Queries,
  { state, run, ...reader }: Wanted,
  { after, limit = Number.POSITIVE_INFINITY }: Portion = {},
): Promise<Listed[]> {
  const found = run === undefined ? await allMatters(db) : await mattersOfRun(db, run);
  const scopes = await scopesOf(db, found);
  const placed = found.map((one) => ({
    one,
    matter: one.id,
    opened_at: openedAt(scopes.get(one.scope)!.entries, one.run, reader.now),
  }));
  const wanted = MATTER_ORDER.after(placed, after);
  const listed: Listed[] = [];
  for (const portion of inPortions(wanted, Math.min(limit, READ_AT_ONCE))) {
    const matters = await readMatters(
      db,
      portion.map(({ one }) => one),
    );
    const some = await listedIn(db, matters, scopes, reader);
    listed.push(...some.filter((one) => state === undefined || one.state === state));
    if (listed.length >= limit) break;
  }
  return listed;
}

/** These, in their order. */
export async function listThese(db: Queries, matters: readonly Matter[], reader: Reader): Promise<Listed[]> {
  return listedIn(db, matters, await scopesOf(db, matters), reader);
}

interface Scope {
  entries: Entry[];
  bench: Bench;
}

async function scopesOf(db: Queries, matters: readonly { scope: string }[]): Promise<Map<string, Scope>> {
  const scopes = new Map<string, Scope>();
  for (const [scope, entries] of await entriesOf(db, [...new Set(matters.map(({ scope: name }) => name))]))
    scopes.set(scope, { entries, bench: await benchOf(db, entries) });
  return scopes;
}

async function listedIn(
  db: Queries,
  matters: readonly Matter[],
  scopes: ReadonlyMap<string, Scope>,
  { reader, now }: Reader,
): Promise<Listed[]> {
  const names = await namesOf(db, matters);
  const tallies = await talliesOf(db, matters, ({ scope }) => scopes.get(scope)!.bench);
  return Promise.all(
    matters.map(async (matter) => {
      const { bench, entries } = scopes.get(matter.scope)!;
      const current = matter.opened && (await currentIndicator(db, matter.opened.provider_id));
      const standing = shownState(bench, matter, current);
      const result = tallies.get(matter.id)!;
      return listedMatter(matter, bench, entries, names, { standing, result, reader, now });
    }),
  );
}

export function openedAt(entries: readonly Entry[], run: Run | null, otherwise: number): number {
  return entries[0]?.at ?? run?.finished_at ?? otherwise;
}

/** `current`: of a matter by itself, the provider's current indicator. */
export function shownState(bench: Bench, matter: Matter, current: string | null): MatterState {
  const { draft, opened } = matter;
  const { outcome, isCancelled } = recordOf(bench, matter);
  if (opened !== null) {
    if (outcome !== null) return outcome.outcome === 'accepted' ? 'done' : 'refused';
    return isCancelled || current !== opened.verification_id ? 'gone' : 'open';
  }
  if (draft!.row?.publication_id != null || draft!.run.status === 'published') return 'done';
  if (draft!.run.status !== 'draft') return 'gone';
  const state: StandingState = stateOf(bench, matter);
  return state;
}

interface Shown extends Reader {
  standing: MatterState;
  result: Tally;
}

export function listedMatter(
  matter: Matter,
  bench: Bench,
  entries: readonly Entry[],
  names: Names,
  { standing, result, reader, now }: Shown,
): ListedMatter & { missing: Missing[] } {
  const { id, kind, draft, opened, providerId, seen } = matter;
  const record = recordOf(bench, matter);

  const decided = standing === 'open' ? null : record.outcome;
  const void_ = standing === 'open' ? whyVoid(bench, matter) : null;
  const own = record.votes.get(reader ?? '');
  const isRecused = record.recusals.has(reader ?? '');
  return {
    matter: id,
    kind,
    state: standing,
    run: draft?.run.id ?? null,
    as_of: draft === null ? null : (draft.row?.as_of ?? draft.run.as_of),
    provider_id: providerId,
    ...names.of(matter),
    reason: opened?.reason ?? draft?.run.reason ?? null,
    review:
      opened === null || opened.kind === 'withdrawal'
        ? null
        : { direction: opened.direction, reason: opened.reason, until: opened.until },
    opened_at: openedAt(entries, draft?.run ?? null, now),
    seen,
    for: (decided ?? result).for.length,
    against: (decided ?? result).against.length,
    recused: record.recusals.size,
    quorum: bench.rule.quorum,
    your_vote: isRecused ? 'recused' : own?.seen === seen || decided !== null ? (own?.vote ?? null) : null,
    missing:
      standing !== 'open'
        ? []
        : void_ === null
          ? result.missing
          : [{ code: 'changed', text: void_ }, ...result.missing],
  };
}
