import type {
  AgentHistoryEntry,
  AgentHistorySummary,
  GetScoreHistoryInput,
  GetScoreHistoryResult,
} from '@rf-indicators/contract';
import { methodologyByDigest } from '@rf-indicators/core/desk/methodology/signed';
import { wireReview } from '@rf-indicators/core/desk/served/analysis';
import { currentIndicators, type ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { instant, offsetInstant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { formatHundredths, frameworkVersion } from '@rf-indicators/engine';
import { readInstant } from '../../http/read-parameters.ts';
import { publishedBy, stateOf } from '../../rendering/published-indicators.ts';
import type { Reading } from '../../rendering/reading.ts';
import { externalReview } from '../external-analysis.ts';
import { externalText, LONGEST, quoted } from '../external-text.ts';
import { findProvider } from '../find-provider.ts';
import { citation } from '../indicator-view.ts';
import { resultEnd } from '../result-end.ts';
import { ToolError } from '../tool.ts';

const DEFAULT_LIMIT = 20;

export async function getScoreHistory(
  reading: Reading,
  input: GetScoreHistoryInput,
): Promise<GetScoreHistoryResult> {
  const from = instantOf(input, 'from', 'start');
  const to = instantOf(input, 'to', 'end');
  if (from !== undefined && to !== undefined && from > to) throw invalid('from must not be later than to.');
  const { provider, by } = await findProvider(reading, input.provider_name);
  const limit = input.limit ?? DEFAULT_LIMIT;
  let query = publishedBy(reading.db, provider.id)
    .orderBy('indicators.log_index', 'desc')
    .limit(limit + 1);
  if (from !== undefined) query = query.where('indicators.as_of', '>=', from);
  if (to !== undefined) query = query.where('indicators.as_of', '<=', to);
  if (input.include_renewals !== true) {
    // A withdrawal is news, even if it ended a renewal.
    query = query.where(({ eb, or }) =>
      or([eb('indicators.kind', '<>', 'renewal'), eb('withdrawals.withdrawn_at', 'is not', null)]),
    );
  }
  const rows = await query.execute();
  // Read from the store like the entries, so that the two are consistent.
  const [current] = await currentIndicators(reading.db, [provider.id]);
  const isStale = current !== undefined && current.staleReason !== null;
  const name = externalText(provider.name, LONGEST.name);
  const entries = rows.slice(0, limit).map((row, index): AgentHistoryEntry => {
    const before = rows[index + 1];
    const band = row.risk_band as AgentHistoryEntry['risk_band'];
    const state = stateOf(row);
    const renewedBy = current && isRenewedBy(row, current) ? current.verificationId : null;
    const isServed = state === 'current' || (state === 'superseded' && renewedBy !== null);
    const entry = {
      scored_at: offsetInstant(row.as_of),
      framework_version: row.framework_version,
      verification_id: row.verification_id,
      stale: isServed && isStale,
    };
    const what = `${isServed ? 'has' : 'had'} a risk score of ${formatHundredths(row.final_score)} out of 100, in the risk band ${band}`;
    return {
      final_score: hundredths(row.final_score),
      risk_band: band,
      published_at: instant(row.published_at),
      ...entry,
      kind: row.kind,
      state,
      renewed_by: renewedBy,
      change_from_previous: before === undefined ? null : hundredths(row.final_score - before.final_score),
      cite_as: `${citation(reading.baseUrl, { name, ...entry }, what)}${laterInWords(state, isServed, renewedBy)}`,
    };
  });
  const counted = rows.slice(0, limit).filter((row) => ['current', 'superseded'].includes(stateOf(row)));
  return {
    matched_by: by,
    provider_id: provider.id,
    slug: provider.slug,
    name,
    entries,
    more: rows.length > limit,
    summary: counted.length === 0 ? null : summaryOf(reading.baseUrl, name, counted),
    stands: current !== undefined,
    framework_version: current ? await frameworkOf(reading, current.methodologyDigest) : null,
    verification_id: current?.verificationId ?? null,
    stale: isStale,
    review: externalReview(wireReview(current?.review ?? null)),
    stale_reason: current?.staleReason ? externalText(current.staleReason, LONGEST.sentence) : null,
    ...resultEnd(reading),
  };
}

/** Whether only renewals came after the indicator. */
function isRenewedBy(
  row: { verification_id: string; renews: string | null },
  { verificationId, renews }: ServedIndicator,
): boolean {
  return (
    row.verification_id !== verificationId &&
    renews !== null &&
    (row.renews ?? row.verification_id) === renews
  );
}

function laterInWords(state: string, isServed: boolean, renewedBy: string | null): string {
  if (!isServed) return ` That indicator is ${state}.`;
  return renewedBy === null ? '' : ` It was renewed since, with the same score, as ${renewedBy}.`;
}

async function frameworkOf({ db }: Reading, digest: string): Promise<string> {
  return frameworkVersion((await methodologyByDigest(db, digest)).methodology.document);
}

interface Counted {
  final_score: number;
  as_of: number;
  verification_id: string;
}

/** `rows` must be sorted newest first. */
function summaryOf(baseUrl: string, name: string, rows: readonly Counted[]): AgentHistorySummary {
  const [newest, oldest] = [rows[0]!, rows.at(-1)!];
  const scores = rows.map(({ final_score }) => final_score);
  const change = newest.final_score - oldest.final_score;
  const changed =
    change === 0
      ? 'did not change'
      : `${change > 0 ? 'rose' : 'fell'} by ${formatHundredths(Math.abs(change))} points`;
  const [first, last] = [offsetInstant(oldest.as_of).slice(0, 10), offsetInstant(newest.as_of).slice(0, 10)];
  return {
    oldest_score: hundredths(oldest.final_score),
    newest_score: hundredths(newest.final_score),
    change: hundredths(change),
    lowest_score: hundredths(Math.min(...scores)),
    highest_score: hundredths(Math.max(...scores)),
    cite_as:
      `The risk score of ${quoted(name)} ${changed} from ${first} (${formatHundredths(oldest.final_score)}, ${oldest.verification_id}) ` +
      `to ${last} (${formatHundredths(newest.final_score)}, ${newest.verification_id}; ${baseUrl}/verify).`,
  };
}

function instantOf(input: GetScoreHistoryInput, name: 'from' | 'to', dateMeans: 'start' | 'end') {
  const given = input[name];
  const read = given === undefined ? undefined : readInstant({ [name]: given }, name, dateMeans);
  if (typeof read === 'object') throw invalid(`${name} is not a valid date-time.`);
  return read;
}

function invalid(message: string): ToolError {
  return new ToolError({ code: 'invalid_input', message, candidates: [] });
}
