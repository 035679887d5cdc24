// Compares what everybody is served now with what the log says: current scores, changelog and signing keys.

import type { AlarmCode } from './alarm.ts';
import {
  type Analysis,
  analysisOf,
  compareChange,
  compareProofs,
  compareReview,
  type Report,
} from './analysis.ts';
import type { LogFacts, LoggedIndicator } from './facts.ts';
import type { KeyHistory } from './key-history.ts';
import { digestOf, isObject } from './leaf.ts';
import { type Source, Unavailable } from './source.ts';

/** Pages of the changelog that a round reads unless it rechecks everything. */
const CHANGELOG_PAGES = 5;
const PAGE_SIZE = 200;

export interface ServedFinding {
  code: AlarmCode;
  detail: string;
  /**
   * Whether the log may only be behind: a fact is served at once, and is in the log about a minute later. Such a finding
   * becomes an alarm when it stays.
   */
  mayBeAhead: boolean;
}

export async function checkServed(
  source: Source,
  facts: LogFacts,
  keys: KeyHistory,
  options: {
    everything: boolean;
    changelogPages?: number | undefined;
    /** The providers whose proofs are compared. */
    providers: ReadonlySet<string>;
    /** Of the verified tree. */
    size: number;
  },
): Promise<ServedFinding[]> {
  const findings: ServedFinding[] = [];
  const report: Report = (code, detail, mayBeAhead = false) => findings.push({ code, detail, mayBeAhead });
  const { everything, changelogPages, providers, size } = options;
  const analysis = analysisOf(facts);
  const rows = await checkScores(source, facts, analysis, report);
  const pages = changelogPages ?? (everything ? Infinity : CHANGELOG_PAGES);
  await checkChangelog(source, facts, analysis, report, pages);
  const compared = rows.filter(({ id }) => providers.has(String(id)));
  await compareProofs(source, facts, analysis, compared, size, report);
  await checkKeys(source, keys, report);
  return findings;
}

async function rowsOf(
  source: Source,
  path: string,
): Promise<{ rows: Record<string, unknown>[]; next: unknown }> {
  const answer = await source.json(path);
  if (!isObject(answer) || !Array.isArray(answer.data) || !answer.data.every(isObject))
    throw new Unavailable(`${source.url}${path} is not the answer that was expected.`);
  return { rows: answer.data, next: answer.next_cursor ?? null };
}

async function checkScores(
  source: Source,
  facts: LogFacts,
  analysis: Analysis,
  report: Report,
): Promise<Record<string, unknown>[]> {
  const { rows } = await rowsOf(source, '/api/public/scores');
  const served = new Set<string>();
  for (const row of rows) {
    const provider = String(row.id);
    if (served.has(provider)) report('score_changed', `${provider} is listed twice.`);
    served.add(provider);
    checkScore(row, provider, facts, report);
    checkNames(row, provider, facts, report);
    compareReview(row, analysis, report);
  }
  for (const [provider, { verification_id: id }] of Object.entries(facts.newest)) {
    if (served.has(provider) || Object.hasOwn(facts.withdrawn, id)) continue;
    if (await wasWithdrawnBeforeRecords(source, facts, id)) continue;
    report('score_removed', `${id} of ${provider} is not served, and was not withdrawn in the log.`, true);
  }
  return rows;
}

function checkScore(row: Record<string, unknown>, provider: string, facts: LogFacts, report: Report): void {
  const id = String(row.verification_id);
  const newest = facts.newest[provider];
  const name = `${id} of ${provider}`;
  if (!Object.hasOwn(facts.statements, id)) report('score_unlogged', `${name} is not in the log.`, true);
  else if (Object.hasOwn(facts.withdrawn, id))
    report('withdrawn_served', `${name} was withdrawn on ${facts.withdrawn[id]}.`);
  else if (newest?.verification_id !== id)
    report('score_not_current', `${name} is served, but ${newest?.verification_id ?? 'none'} is current.`);
  else checkHeadline(row, name, newest, facts, report);
}

/** A log from before names were in it says nothing of them. */
function checkNames(row: Record<string, unknown>, provider: string, facts: LogFacts, report: Report): void {
  const logged = facts.names[provider];
  if (logged === undefined) return;
  const served = { name: row.name, slug: row.slug, provider_subtype: row.provider_subtype };
  for (const member of ['name', 'slug', 'provider_subtype'] as const) {
    if (served[member] === logged[member]) continue;
    const what = `${member.replace('provider_', '')} of ${provider}`;
    report(
      'name_differs',
      `The ${what} is served as "${served[member]}", but the log says "${logged[member]}".`,
      true,
    );
  }
}

function checkHeadline(
  { final_score, risk_band, stale }: Record<string, unknown>,
  name: string,
  { verification_id, ...logged }: LoggedIndicator,
  facts: LogFacts,
  report: Report,
): void {
  if (Number(logged.final_score) !== final_score || logged.risk_band !== risk_band) {
    const said = `${logged.final_score} ${logged.risk_band}`;
    report(
      'score_changed',
      `${name} is served as ${final_score} ${risk_band}, but its statement says ${said}.`,
    );
  }
  if (facts.recordsSince !== null && Boolean(stale) !== (facts.stale[verification_id] ?? false)) {
    const served = stale ? 'is served as stale' : 'is not served as stale';
    report('staleness_differs', `${name} ${served}, but the log says otherwise.`, true);
  }
}

/** A log that does not record withdrawals, or did not yet, says nothing of this one. */
async function wasWithdrawnBeforeRecords(source: Source, facts: LogFacts, id: string): Promise<boolean> {
  const answer = await source.json(`/api/public/verify/${id}`);
  const { followed_by } = isObject(answer) ? answer : {};
  const { withdrawal } = isObject(followed_by) ? followed_by : {};
  if (!isObject(withdrawal)) return false;
  return (
    facts.recordsSince === null ||
    Date.parse(String(withdrawal.withdrawn_at)) < Date.parse(facts.recordsSince)
  );
}

async function checkChangelog(
  source: Source,
  facts: LogFacts,
  analysis: Analysis,
  report: Report,
  most: number,
): Promise<void> {
  const logged = Object.entries(facts.changelog);
  if (logged.length === 0) return;
  const begin = Math.min(...logged.map(([, { changed_at }]) => Date.parse(changed_at)));
  const served = new Set<string>();
  let oldest = Infinity;
  let cursor: string | null = null;
  for (let page = 0; page < most; page += 1) {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { rows, next } = await rowsOf(source, `/api/public/changelog?limit=${PAGE_SIZE}${query}`);
    for (const row of rows) {
      const id = String(row.id);
      const at = Date.parse(String(row.changed_at));
      const entry = facts.changelog[id];
      served.add(id);
      oldest = Math.min(oldest, at);
      if (entry !== undefined) {
        // What analysts published about it is in entries of the log of its own.
        compareChange(row, analysis, report);
        const { rationale, disclosures, review, ...said } = row;
        if (entry.sha256 !== digestOf(said)) report('changelog_changed', `The entry ${id} was changed.`);
      } else if (!(at < begin)) {
        report('changelog_unlogged', `The entry ${id} of ${row.changed_at} is not in the log.`, true);
      }
    }
    cursor = typeof next === 'string' ? next : null;
    if (cursor === null) oldest = -Infinity;
    if (cursor === null || oldest < begin) break;
  }
  for (const [id, { changed_at }] of logged) {
    if (!served.has(id) && Date.parse(changed_at) > oldest)
      report('changelog_removed', `The entry ${id} of ${changed_at} is no longer served.`);
  }
}

async function checkKeys(source: Source, keys: KeyHistory, report: Report): Promise<void> {
  const { rows } = await rowsOf(source, '/api/public/keys');
  const served = new Set(rows.map(({ public_key }) => String(public_key)));
  const logged = new Set(keys.texts());
  for (const text of served.difference(logged))
    report('keys_differ', `The published key ${text} does not follow from the keys of the log.`);
  for (const text of logged.difference(served))
    report('keys_differ', `The key ${text} of the log is not published.`);
}
