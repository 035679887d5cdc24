// Recomputes what readers are served from what was signed: which indicator of a provider is current, since when it is
// withdrawn or stale, when it was last confirmed, and the scores and bands in the changelog.

import type { Statement } from '@rf-indicators/engine';
import type { ReportFinding } from '../../log/findings.ts';
import { chainBaseline } from '../../store/records/chain.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { confirmationsOf } from './confirmation-checks.ts';
import { replayStates } from './state-replay.ts';

type State = Database['provider_states'];
type Withdrawal = Database['withdrawals'];

const AT_ONCE = 500;

/** What the checks need of an indicator. */
type Indicator = Pick<Database['indicators'], (typeof INDICATOR)[number]>;
const INDICATOR = [
  'log_index',
  'verification_id',
  'provider_id',
  'published_at',
  'final_score',
  'risk_band',
  'kind',
  'supersedes',
  'corrects',
] as const;

export async function checkServed(db: Queries, report: ReportFinding): Promise<void> {
  const withdrawals = await db.selectFrom('withdrawals').selectAll().orderBy('withdrawn_at').execute();
  await checkStates(db, withdrawals, report);
  await checkChangelog(db, withdrawals, report);
}

/** In the order of the log. */
async function* indicatorsOf(db: Queries): AsyncGenerator<Indicator> {
  for (let last: number | null = null; ; ) {
    let query = db.selectFrom('indicators').select(INDICATOR).orderBy('log_index').limit(AT_ONCE);
    if (last !== null) query = query.where('log_index', '>', last);
    const rows = await query.execute();
    yield* rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)!.log_index;
  }
}

async function checkStates(
  db: Queries,
  withdrawals: readonly Withdrawal[],
  report: ReportFinding,
): Promise<void> {
  const newest = new Map<string, Indicator>();
  for await (const indicator of indicatorsOf(db)) {
    // Correcting a superseded indicator does not change the current one.
    if (indicator.corrects === null || indicator.supersedes !== null)
      newest.set(indicator.provider_id, indicator);
  }
  const withdrawn = new Map(withdrawals.map((row) => [row.verification_id, row]));
  const marks = await lastStaleMarks(db);
  const confirmed = await lastConfirmations(db, newest);
  const unproved = await baselineTime(db);
  const replayed = await replayStates(db);
  const states = await db.selectFrom('provider_states').selectAll().execute();
  for (const state of states) {
    const record = `provider_states ${state.provider_id}`;
    const last = newest.get(state.provider_id);
    newest.delete(state.provider_id);
    if (last === undefined) report(record, 'is about a provider without indicators');
    else {
      const withdrawal = withdrawn.get(last.verification_id) ?? null;
      for (const problem of stateProblems(state, last, withdrawal)) report(record, problem);
      const mark = withdrawal === null ? (marks.get(last.verification_id) ?? null) : null;
      if (
        state.stale_since !== (mark?.stale_since ?? null) ||
        state.stale_reason !== (mark?.stale_reason ?? null)
      )
        report(record, 'is stale, or not, otherwise than its marks say');
      const { at, by } = confirmed.get(last.verification_id)!;
      const confirmedBy = withdrawal === null ? by : null;
      // Older versions confirmed without leaving a record.
      const isProved = Math.max(state.verified_at, at) > unproved;
      if (isProved && (state.verified_at !== at || state.confirmed_by !== confirmedBy))
        report(record, 'was confirmed at another time than the confirmations say');
      const expected = replayed.get(state.provider_id);
      if (isProved && expected !== undefined) {
        if (state.contested !== expected.contested)
          report(record, 'has other contested inputs than its last run found');
        if (
          state.unscorable_since !== expected.unscorable_since ||
          state.unscorable_reason !== expected.unscorable_reason
        )
          report(record, 'could be scored, or not, otherwise than its runs say');
      }
    }
  }
  for (const provider of newest.keys()) report(`provider_states ${provider}`, 'is missing');
}

function stateProblems(state: State, last: Indicator, withdrawal: Withdrawal | null): string[] {
  const current = withdrawal === null ? last.verification_id : null;
  const problems: string[] = [];
  if (state.verification_id !== current) {
    problems.push(
      current === null
        ? `serves ${state.verification_id}, but ${last.verification_id} was withdrawn`
        : `serves ${state.verification_id ?? 'nothing'} instead of ${current}`,
    );
  }
  const { withdrawn_at = null, reason = null } = withdrawal ?? {};
  if (state.withdrawn_at !== withdrawn_at || state.withdrawn_reason !== reason)
    problems.push('has another withdrawal than the one on record');
  return problems;
}

async function lastStaleMarks(db: Queries): Promise<Map<string, Database['stale_marks']>> {
  const rows = await db.selectFrom('stale_marks').selectAll().orderBy('seq').execute();
  return new Map(rows.map((row) => [row.verification_id, row]));
}

interface Confirmed {
  at: number;
  by: string | null;
}

/** By indicator: when it was last confirmed, and by which run; its publication if no run has confirmed it. */
async function lastConfirmations(
  db: Queries,
  newest: ReadonlyMap<string, Indicator>,
): Promise<Map<string, Confirmed>> {
  const last = new Map<string, Confirmed>();
  for (const { verification_id, published_at } of newest.values())
    last.set(verification_id, { at: published_at, by: null });
  for await (const { run_id, confirmed_at, verification_ids } of confirmationsOf(db)) {
    for (const id of readIds(verification_ids)) {
      if ((last.get(id)?.at ?? confirmed_at) < confirmed_at) last.set(id, { at: confirmed_at, by: run_id });
    }
  }
  return last;
}

/** A list that cannot be read is reported with its confirmation. */
function readIds(text: string): string[] {
  try {
    return JSON.parse(text) as string[];
  } catch {
    return [];
  }
}

/** Since when confirmations leave a record; -Infinity for a store that has recorded everything from its beginning. */
async function baselineTime(db: Queries): Promise<number> {
  const leaf = await db
    .selectFrom('log_leaves')
    .select('leaf')
    .where('kind', '=', 'baseline')
    .executeTakeFirst();
  if (leaf !== undefined) return Date.parse((JSON.parse(leaf.leaf) as { at: string }).at);
  return (await chainBaseline(db))?.at ?? Number.NEGATIVE_INFINITY;
}

async function checkChangelog(
  db: Queries,
  withdrawals: readonly Withdrawal[],
  report: ReportFinding,
): Promise<void> {
  const byIndicator = Map.groupBy(withdrawals, ({ verification_id }) => verification_id);
  for await (const entries of changelogOf(db)) {
    const named = await toldIndicators(
      db,
      entries.map(({ verification_id }) => verification_id),
    );
    const previous = await previousIndicators(db, [...named.values()]);
    for (const entry of entries) {
      const record = `changelog ${entry.seq}`;
      const indicator = named.get(entry.verification_id);
      if (indicator === undefined) {
        report(record, 'is about an indicator that was not published');
        continue;
      }
      const problem = isPublication(entry.kind)
        ? publicationProblem(entry, indicator, previous)
        : laterProblem(entry, indicator, byIndicator.get(entry.verification_id) ?? []);
      if (problem !== null) report(record, problem);
    }
  }
  for (const verification_id of await untoldIndicators(db))
    report('changelog', `has no entry for ${verification_id}`);
  for (const verification_id of await untoldWithdrawals(db))
    report('changelog', `has no entry for the withdrawal of ${verification_id}`);
}

async function* changelogOf(db: Queries): AsyncGenerator<Entry[]> {
  for (let last: number | null = null; ; ) {
    let query = db.selectFrom('changelog').selectAll().orderBy('seq').limit(AT_ONCE);
    if (last !== null) query = query.where('seq', '>', last);
    const entries = await query.execute();
    if (entries.length === 0) return;
    yield entries;
    last = entries.at(-1)!.seq;
  }
}

type ToldIndicator = Indicator & Pick<Database['indicators'], 'statement'>;

async function toldIndicators(db: Queries, ids: readonly string[]): Promise<Map<string, ToldIndicator>> {
  const rows = await db
    .selectFrom('indicators')
    .select([...INDICATOR, 'statement'])
    .where('verification_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.verification_id, row]));
}

/** Those that the indicators corrected or superseded. */
async function previousIndicators(
  db: Queries,
  indicators: readonly Indicator[],
): Promise<Map<string, Indicator>> {
  const ids = indicators.flatMap(({ corrects, supersedes }) => corrects ?? supersedes ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('indicators')
    .select(INDICATOR)
    .where('verification_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.verification_id, row]));
}

/** Kinds of entries that tell of something later than a publication. */
const LATER = ['withdrawal', 'stale', 'stale_ended', 'review_started', 'review_ended'] as const;

/** Renewals have no entry, and neither have corrections of past renewals. */
async function untoldIndicators(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('indicators')
    .leftJoin('changelog', (join) =>
      join
        .onRef('changelog.verification_id', '=', 'indicators.verification_id')
        .on('changelog.kind', 'not in', LATER),
    )
    .leftJoin('indicators as corrected', 'corrected.verification_id', 'indicators.corrects')
    .select('indicators.verification_id')
    .where('changelog.seq', 'is', null)
    .where('indicators.kind', '<>', 'renewal')
    .where(({ eb, or }) =>
      or([
        eb('indicators.kind', '<>', 'correction'),
        eb('indicators.supersedes', 'is not', null),
        eb('corrected.kind', 'is', null),
        eb('corrected.kind', '<>', 'renewal'),
      ]),
    )
    .orderBy('indicators.log_index')
    .execute();
  return rows.map(({ verification_id }) => verification_id);
}

async function untoldWithdrawals(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .leftJoin('changelog', (join) =>
      join
        .onRef('changelog.verification_id', '=', 'withdrawals.verification_id')
        .on('changelog.kind', '=', 'withdrawal'),
    )
    .select('withdrawals.verification_id')
    .where('changelog.seq', 'is', null)
    .orderBy('withdrawals.withdrawn_at')
    .execute();
  return rows.map(({ verification_id }) => verification_id);
}

type Entry = Database['changelog'];

function isPublication(kind: Entry['kind']): boolean {
  return !(LATER as readonly string[]).includes(kind);
}

function publicationProblem(
  entry: Entry,
  indicator: ToldIndicator,
  byId: ReadonlyMap<string, Indicator>,
): string | null {
  const previous = byId.get(indicator.corrects ?? indicator.supersedes ?? '') ?? null;
  const isSame =
    entry.kind === indicator.kind &&
    entry.new_score === indicator.final_score &&
    entry.new_band === indicator.risk_band &&
    entry.changed_at === indicator.published_at &&
    (previous === null ||
      (entry.previous_score === previous.final_score && entry.previous_band === previous.risk_band));
  return isSame && hasNames(entry, indicator) ? null : 'does not say what its indicator says';
}

function laterProblem(
  entry: Entry,
  indicator: ToldIndicator,
  withdrawals: readonly Withdrawal[],
): string | null {
  if (!hasNames(entry, indicator)) return 'does not say what its indicator says';
  if (entry.kind !== 'withdrawal') return null;
  const { verification_id, changed_at, reason } = entry;
  const isOnRecord =
    entry.previous_score === indicator.final_score &&
    entry.new_score === null &&
    withdrawals.some(
      (row) =>
        row.verification_id === verification_id &&
        row.withdrawn_at === changed_at &&
        `Withdrawn: ${row.reason}` === reason,
    );
  return isOnRecord ? null : 'tells of a withdrawal that is not on record';
}

/** The statement is signed; its indicator was checked before. */
function hasNames(entry: Entry, { provider_id, statement }: ToldIndicator): boolean {
  try {
    const signed = JSON.parse(statement) as Statement;
    return (
      entry.provider_id === provider_id &&
      entry.provider_name === signed.provider_name &&
      entry.planner_type === signed.planner_type &&
      entry.framework_version === signed.framework_version
    );
  } catch {
    return true;
  }
}
