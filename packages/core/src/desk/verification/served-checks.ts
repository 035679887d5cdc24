// Recomputes what readers are served from what was signed: which indicator of a provider is current, since when it is
// withdrawn or stale, when it was last confirmed, and the scores and bands in the changelog.

import type { Statement } from '@rf-indicators/engine';
import type { ReportFinding } from '../../log/findings.ts';
import { chainBaseline } from '../../store/records/chain.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import type { Indicator } from '../runs/current-indicators.ts';
import { replayStates } from './state-replay.ts';

type State = Database['provider_states'];
type Withdrawal = Database['withdrawals'];

export async function checkServed(db: Queries, report: ReportFinding): Promise<void> {
  const indicators = await db.selectFrom('indicators').selectAll().orderBy('log_index').execute();
  const withdrawals = await db.selectFrom('withdrawals').selectAll().orderBy('withdrawn_at').execute();
  await checkStates(db, indicators, withdrawals, report);
  await checkChangelog(db, indicators, withdrawals, report);
}

async function checkStates(
  db: Queries,
  indicators: readonly Indicator[],
  withdrawals: readonly Withdrawal[],
  report: ReportFinding,
): Promise<void> {
  const newest = new Map<string, Indicator>();
  for (const indicator of indicators) {
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
  const rows = await db.selectFrom('confirmations').selectAll().orderBy('log_index').execute();
  for (const { run_id, confirmed_at, verification_ids } of rows) {
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
  indicators: readonly Indicator[],
  withdrawals: readonly Withdrawal[],
  report: ReportFinding,
): Promise<void> {
  const byId = new Map(indicators.map((indicator) => [indicator.verification_id, indicator]));
  const told = new Set<string>();
  const withdrawn = new Set<string>();
  const entries = await db.selectFrom('changelog').selectAll().orderBy('seq').execute();
  for (const entry of entries) {
    const record = `changelog ${entry.seq}`;
    const indicator = byId.get(entry.verification_id);
    if (indicator === undefined) {
      report(record, 'is about an indicator that was not published');
      continue;
    }
    const problem = isPublication(entry.kind)
      ? publicationProblem(entry, indicator, byId)
      : laterProblem(entry, indicator, withdrawals);
    if (isPublication(entry.kind)) told.add(entry.verification_id);
    if (entry.kind === 'withdrawal') withdrawn.add(entry.verification_id);
    if (problem !== null) report(record, problem);
  }
  for (const indicator of indicators) {
    if (isNews(indicator, byId) && !told.has(indicator.verification_id))
      report('changelog', `has no entry for ${indicator.verification_id}`);
  }
  for (const { verification_id } of withdrawals) {
    if (!withdrawn.has(verification_id))
      report('changelog', `has no entry for the withdrawal of ${verification_id}`);
  }
}

type Entry = Database['changelog'];

function isPublication(kind: Entry['kind']): boolean {
  return !['withdrawal', 'stale', 'stale_ended'].includes(kind);
}

/** Renewals have no entry, and neither have corrections of past renewals. */
function isNews({ kind, supersedes, corrects }: Indicator, byId: ReadonlyMap<string, Indicator>): boolean {
  if (kind === 'correction' && supersedes === null && byId.get(corrects ?? '')?.kind === 'renewal')
    return false;
  return kind !== 'renewal';
}

function publicationProblem(
  entry: Entry,
  indicator: Indicator,
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

function laterProblem(entry: Entry, indicator: Indicator, withdrawals: readonly Withdrawal[]): string | null {
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
function hasNames(entry: Entry, { provider_id, statement }: Indicator): boolean {
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
