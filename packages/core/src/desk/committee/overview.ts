// What a committee sees of a run at a glance: how many providers of each group, what publishing would make public, what
// it has decided, and what has changed since it was computed.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../context/refusal.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { providerName } from '../providers/names.ts';
import { hidesBadNews } from '../runs/discard.ts';
import { type ApprovedInput, approvedInputs, draftState, seenText } from '../runs/draft-state.ts';
import { GROUP, GROUP_RANK, type ItemGroup, isByCommittee } from '../runs/item-groups.ts';
import { type RunWork, workOn } from '../runs/progress.ts';
import { countDecisions, type Decision } from './decisions.ts';

const MOST_APPROVED = 20;
const MOST_NOTABLE = 20;

export interface GroupCount {
  group: ItemGroup;
  items: number;
  published: number;
  /** By the reader. */
  read: number;
  by_committee: boolean;
}

/** An item that the committee decides, as a confirmation names it. */
export interface NotableItem {
  provider_id: string;
  slug: string;
  name: string;
  group: ItemGroup;
  previous_band: string | null;
  new_band: string | null;
}

/** What the committee has decided of it, and what publishing would do now. */
export type CommitteeState = DomainAnswerOf<'runs.overview'>['committee'];

export interface NamedRun extends RunWork {
  run: Database['runs'];
  created_by_name: string;
}

export interface CommitteeOverview extends NamedRun {
  committee: CommitteeState;
  groups: GroupCount[];
  notable: NotableItem[];
  /** The state of the draft, for `seen` of the acts that decide on it. */
  seen: string;
  /** Inputs that were approved after it was computed, which it does not know. */
  approved_since: { count: number; newest: ApprovedInput[] };
  /** Providers whose current indicator is another one than when it was computed. */
  moved: number;
  discard_takes_two: boolean;
}

export async function requireRun(db: Queries, id: string): Promise<Database['runs']> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
  if (run === undefined) throw new Refusal('not_found', `There is no run ${id}.`);
  return run;
}

export async function committeeOverview(
  db: Queries,
  runId: string,
  reader: string | null,
  now: number,
): Promise<CommitteeOverview> {
  const run = await requireRun(db, runId);
  const [named] = await nameRuns(db, [run], now);
  const isDraft = run.status === 'draft';
  const state = isDraft ? await draftState(db, run) : { publications: 0, approved: 0, moved: 0 };
  return {
    ...named!,
    committee: await committeeState(db, run),
    groups: await countGroups(db, runId, reader),
    notable: await notableItems(db, runId),
    seen: seenText(state),
    approved_since: {
      count: state.approved,
      newest: state.approved === 0 ? [] : await approvedInputs(db, run, MOST_APPROVED),
    },
    moved: state.moved,
    discard_takes_two: isDraft && (await hidesBadNews(db, runId)),
  };
}

/** Runs with the names of the people who made them, and the work under way. */
export async function nameRuns(
  db: Queries,
  runs: readonly Database['runs'][],
  now: number,
): Promise<NamedRun[]> {
  const work = await workOn(db, runs, now);
  const makers = [...new Set(runs.map(({ created_by }) => created_by))];
  const people =
    makers.length === 0
      ? []
      : await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', makers).execute();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return runs.map((run) => ({
    run,
    ...work.get(run.id)!,
    created_by_name: names.get(run.created_by) ?? 'the service',
  }));
}

async function committeeState(db: Queries, run: Database['runs']): Promise<CommitteeState> {
  const none = { open: 0, accepted: 0, refused: 0, waiting: [] };
  const counts = run.status === 'draft' ? await countDecisions(db, run, MOST_NOTABLE) : none;
  const { open, accepted, refused, waiting } = counts;
  const { publish, verify, stale } = await countActions(db, run);
  const publishes = publish - open - refused;
  const isWhole = run.kind === 'correction';
  const held = await namedHeld(db, waiting);
  const whyNot = () => {
    if (run.status !== 'draft') return `It is ${run.status}, not a draft.`;
    const [first] = waiting;
    if (first === undefined || (!isWhole && (publishes > 0 || verify + stale > 0))) return null;
    return first.because;
  };
  return {
    ...{ open, accepted, refused },
    publishes: isWhole && waiting.length > 0 ? 0 : Math.max(0, publishes),
    confirms: verify,
    why_not: whyNot(),
    held,
  };
}

async function countActions(db: Queries, run: Database['runs']) {
  const rows = await db
    .selectFrom('run_items')
    .select('action')
    .select(({ fn }) => fn.countAll().as('items'))
    .where('run_id', '=', run.id)
    .where('publication_id', 'is', null)
    .groupBy('action')
    .execute();
  const of = (wanted: string) => Number(rows.find(({ action }) => action === wanted)?.items ?? 0);
  return { publish: of('publish'), verify: of('verify'), stale: of('mark_stale') };
}

async function namedHeld(db: Queries, waiting: readonly Decision[]): Promise<CommitteeState['held']> {
  const ids = waiting.flatMap(({ matter }) => matter.providerId ?? []);
  const names = new Map(
    (ids.length === 0
      ? []
      : await db
          .selectFrom('providers')
          .select(['id', 'slug', providerName('providers.id').as('name')])
          .where('id', 'in', ids)
          .execute()
    ).map(({ id, ...row }) => [id, row]),
  );
  return waiting.flatMap(({ matter: { providerId }, because }) => {
    const named = names.get(providerId ?? '');
    return named === undefined ? [] : [{ provider_id: providerId!, ...named, why: because }];
  });
}

async function countGroups(db: Queries, runId: string, reader: string | null): Promise<GroupCount[]> {
  const rows = await db
    .selectFrom('run_items')
    .leftJoin('run_readings', (join) =>
      join
        .onRef('run_readings.run_id', '=', 'run_items.run_id')
        .onRef('run_readings.provider_id', '=', 'run_items.provider_id')
        .on('run_readings.staff_id', '=', reader ?? ''),
    )
    .select([GROUP.as('group'), GROUP_RANK.as('rank')])
    .select(({ fn }) => [
      fn.countAll().as('items'),
      fn.count('run_items.publication_id').as('published'),
      fn.count('run_readings.read_at').as('read'),
    ])
    .where('run_items.run_id', '=', runId)
    .groupBy(['group', 'rank'])
    .orderBy('rank')
    .execute();
  return rows.map(({ group, items, published, read }) => ({
    group,
    items: Number(items),
    published: Number(published),
    read: Number(read),
    by_committee: isByCommittee(group),
  }));
}

async function notableItems(db: Queries, runId: string): Promise<NotableItem[]> {
  return db
    .selectFrom('run_items')
    .innerJoin('providers', 'providers.id', 'run_items.provider_id')
    .leftJoin('indicators', (join) => join.on('indicators.verification_id', '=', PREVIOUS))
    .select([
      'run_items.provider_id',
      'providers.slug',
      providerName('run_items.provider_id').as('name'),
      GROUP.as('group'),
    ])
    .select(['indicators.risk_band as previous_band', 'run_items.risk_band as new_band'])
    .where('run_items.run_id', '=', runId)
    .where('run_items.publication_id', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('run_items.corrects', 'is not', null),
        eb('run_items.kind', 'in', ['initial', 'band_change', 'reinstatement']),
      ]),
    )
    .orderBy(GROUP_RANK)
    .orderBy('providers.slug')
    .limit(MOST_NOTABLE)
    .execute();
}

/** What a row of `run_items` is compared with: the indicator that it corrects, or the one that was current. */
export const PREVIOUS: RawBuilder<string> = sql`coalesce(run_items.corrects, run_items.base_verification_id)`;
