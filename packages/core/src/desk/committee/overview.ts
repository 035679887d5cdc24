// What a committee sees of a run at a glance: how many providers of each group, what publishing would make public, who
// approved, and what has changed since it was computed.

import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../context/refusal.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { providerName } from '../providers/names.ts';
import { hidesBadNews } from '../runs/discard.ts';
import { type ApprovedInput, approvedInputs, draftState, seenText } from '../runs/draft-state.ts';
import { GROUP, GROUP_RANK, type ItemGroup, takesTwoPeople } from '../runs/item-groups.ts';
import { type RunWork, workOn } from '../runs/progress.ts';

const MOST_APPROVED = 20;
const MOST_NOTABLE = 20;

export interface GroupCount {
  group: ItemGroup;
  items: number;
  published: number;
  /** By the reader. */
  read: number;
  takes_two: boolean;
}

/** An item that takes two people, as a confirmation names it. */
export interface NotableItem {
  provider_id: string;
  slug: string;
  name: string;
  group: ItemGroup;
  previous_band: string | null;
  new_band: string | null;
}

export interface CommitteeApproval {
  staff_id: string;
  name: string;
  at: number;
  votes: { person: string; vote: 'for' | 'against' | 'abstain' }[];
  dissent: string | null;
  minutes: string | null;
  /** Whether it counts: its author is on the staff and has the role. */
  counts: boolean;
}

export interface NamedRun extends RunWork {
  run: Database['runs'];
  created_by_name: string;
}

export interface CommitteeOverview extends NamedRun {
  approvals: CommitteeApproval[];
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
    approvals: await approvalsOf(db, runId),
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

async function approvalsOf(db: Queries, runId: string): Promise<CommitteeApproval[]> {
  const rows = await db
    .selectFrom('run_approvals')
    .innerJoin('staff', 'staff.id', 'run_approvals.approved_by')
    .select(['staff.id as staff_id', 'staff.name', 'approved_at as at', 'votes', 'dissent', 'minutes'])
    .select(COUNTS.as('counts'))
    .where('run_id', '=', runId)
    .orderBy('approved_at')
    .orderBy('staff.id')
    .execute();
  return rows.map((row) => ({ ...row, votes: JSON.parse(row.votes), counts: Number(row.counts) === 1 }));
}

const COUNTS: RawBuilder<number> = sql`case when staff.retired_at is null and exists (
  select 1 from staff_roles r where r.staff_id = staff.id and r.role in ('reviewer', 'operator')
) then 1 else 0 end`;

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
    takes_two: takesTwoPeople(group),
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
