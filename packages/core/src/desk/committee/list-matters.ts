// The list of what the committee decides: items of drafts, withdrawals and reviews.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { timeOrder } from '../../context/paging.ts';
import type { Queries } from '../../store/store.ts';
import { type Entry, entriesOf } from '../matters/entries.ts';
import type { Missing, Tally } from '../matters/tally.ts';
import { COMMITTEE_KINDS } from '../runs/policy.ts';
import {
  currentIndicator,
  draftMatters,
  itemName,
  type Matter,
  matterIdOf,
  matterOf,
} from './matter-items.ts';
import { type Names, namesOf } from './matter-names.ts';
import { type Bench, benchOf, recordOf, type StandingState, stateOf, whyVoid } from './standing.ts';
import { talliesOf } from './tallies.ts';

export type ListedMatter = DomainAnswerOf<'committee.list'>['data'][number];
export type MatterState = ListedMatter['state'];

export const MATTER_ORDER = timeOrder<ListedMatter>(
  'matters',
  'oldest',
  ['opened_at', 'matter'],
  ({ opened_at, matter }) => [opened_at, matter],
);

interface Wanted {
  state?: MatterState | undefined;
  run?: string | undefined;
  /** Only these. */
  matters?: readonly Matter[];
  reader: string | null;
  now: number;
}

/** There are few, but for the first draft of a desk. */
export async function listMatters(
  db: Queries,
  { state, run, matters: given, reader, now }: Wanted,
): Promise<(ListedMatter & { missing: Missing[] })[]> {
  const matters = given ?? (run === undefined ? await allMatters(db) : await ofRun(db, run));
  const entries = await entriesOf(db, [...new Set(matters.map(({ scope }) => scope))]);
  const benches = new Map<string, Bench>();
  for (const [scope, ofScope] of entries) benches.set(scope, await benchOf(db, ofScope));
  const names = await namesOf(db, matters);
  const tallies = await talliesOf(db, matters, ({ scope }) => benches.get(scope)!);
  const listed = await Promise.all(
    matters.map(async (matter) => {
      const bench = benches.get(matter.scope)!;
      const current = matter.opened && (await currentIndicator(db, matter.opened.provider_id));
      const standing = shownState(bench, matter, current);
      return listedMatter(matter, bench, entries.get(matter.scope)!, names, {
        ...{ standing, reader, now },
        result: tallies.get(matter.id)!,
      });
    }),
  );
  return state === undefined ? listed : listed.filter((one) => one.state === state);
}

async function ofRun(db: Queries, runId: string): Promise<Matter[]> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
  return run === undefined ? [] : draftMatters(db, run, { published: true });
}

/** Of a provider that several drafts are about, the newest. */
export async function allMatters(db: Queries): Promise<Matter[]> {
  const rows = await db
    .selectFrom('run_items')
    .innerJoin('runs', 'runs.id', 'run_items.run_id')
    .select(['run_items.run_id', 'run_items.provider_id', 'run_items.as_of', 'corrects'])
    .where('run_items.run_id', 'in', db.selectFrom('runs').select('id').where('status', '=', 'draft'))
    .where('action', '=', 'publish')
    .where('publication_id', 'is', null)
    .where(({ eb, or }) =>
      or([eb('corrects', 'is not', null), eb('run_items.kind', 'in', [...COMMITTEE_KINDS])]),
    )
    .orderBy('runs.created_at')
    .execute();
  const newest = new Map<string, (typeof rows)[number]>();
  for (const row of rows) newest.set(row.corrects ?? row.provider_id, row);
  const wanted = new Set([...newest.values()].map((row) => matterIdOf(row.run_id, itemName(row))));
  const runs = await db.selectFrom('runs').selectAll().where('status', '=', 'draft').execute();
  const named = new Set([...newest.values()].map(({ run_id }) => run_id));
  const matters: Matter[] = [];
  for (const run of runs) {
    if (!named.has(run.id) && run.kind !== 'correction') continue;
    for (const matter of await draftMatters(db, run))
      if (wanted.has(matter.id) || matter.draft?.row === null) matters.push(matter);
  }
  return [...matters, ...(await byThemselves(db))];
}

async function byThemselves(db: Queries): Promise<Matter[]> {
  const rows = await db
    .selectFrom('committee_entries')
    .select('scope')
    .where('kind', '=', 'opened')
    .where('scope', 'like', 'matter/%')
    .orderBy('at')
    .execute();
  const entries = await entriesOf(
    db,
    rows.map(({ scope }) => scope),
  );
  const matters: Matter[] = [];
  for (const [scope, [first]] of entries) {
    if (first?.kind !== 'opened' || first.content.matter === null) continue;
    const { matter } = first.content;
    const id = scope.slice('matter/'.length);
    matters.push(matterOf(id, matter, await currentIndicator(db, matter.provider_id)));
  }
  return matters;
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

interface Reader {
  standing: MatterState;
  result: Tally;
  reader: string | null;
  now: number;
}

export function listedMatter(
  matter: Matter,
  bench: Bench,
  entries: readonly Entry[],
  names: Names,
  { standing, result, reader, now }: Reader,
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
    opened_at: entries[0]?.at ?? draft?.run.finished_at ?? now,
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
