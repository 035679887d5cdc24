// From the conditions of a rule and what is published now to the causes that go on: one for each name and condition, one for each
// limit, and one for each day and set of checks that lapse.

import type { LimitUse } from '../books/limit-use.ts';
import { civilDate } from '../context/times.ts';
import { type PublishingPolicy, withdrawnFrom } from '../desk/runs/policy.ts';
import type { AlertDetails, AlertSubject } from './alert-details.ts';
import { type BandBefore, type Changed, decisionKey } from './changed.ts';
import type { Condition } from './conditions.ts';
import type { Current, ProviderNow } from './current.ts';
import type { WatchedName } from './names.ts';
import { bandRank, count, dayText, scoreText, sentences } from './sentences.ts';

const DAY = 24 * 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;
/** A fall below a score is worse again with every so many hundredths. */
const WORSE_BY = 500;
/** Lapses and withdrawals are urgent within so many days. */
const URGENT_DAYS = 3;

export interface Cause {
  kind: Condition['kind'];
  /** Higher is worse. */
  severity: number;
  details: AlertDetails;
}

/** By the key of the cause: null where it ended, 'same' where nothing can be said about it now. */
export type Examined = Map<string, Cause | null | 'same'>;

export interface Watched {
  workspaceId: string;
  onSince: number;
  conditions: readonly Condition[];
  /** All names of the rule. */
  names: readonly WatchedName[];
  /** Whether it watches all providers. */
  isAll: boolean;
  /** Of its book, with its currency; null without one. */
  limits: { uses: readonly LimitUse[]; currency: string; exposureOf(key: string): string | null } | null;
}

export interface Examining {
  current: Current;
  changed: Changed;
  publishing: PublishingPolicy;
  /** The names to look at; null: all. */
  only: ReadonlySet<string> | null;
  /** What open alerts say, by the key of their cause. */
  known(key: string): AlertDetails | null;
}

/** Also when the clock alone changes a cause next. */
export function examine(watched: Watched, examining: Examining): { causes: Examined; nextAt: number | null } {
  const causes: Examined = new Map();
  let nextAt: number | null = null;
  const at = (instant: number) => {
    if (instant > examining.current.now) nextAt = Math.min(nextAt ?? instant, instant);
  };
  for (const condition of watched.conditions) {
    if (condition.kind === 'limit_breached') examineLimits(watched, condition.limit, causes);
    else if (condition.kind === 'evidence_lapses')
      examineLapses(watched, examining, condition.days, causes, at);
    else
      for (const name of watched.names) {
        if (name.provider === null) continue;
        if (examining.only !== null && !examining.only.has(name.provider)) continue;
        examineName(watched, examining, condition, name, causes, at);
      }
  }
  return { causes, nextAt };
}

type OfName = Exclude<Condition, { kind: 'limit_breached' | 'evidence_lapses' }>;

function examineName(
  watched: Watched,
  examining: Examining,
  condition: OfName,
  name: WatchedName,
  causes: Examined,
  at: (instant: number) => void,
): void {
  const id = name.provider!;
  const now = examining.current.provider(id);
  const key = `${condition.kind} ${id}`;
  if (condition.kind === 'decision_changed') {
    examineDecisions(watched, examining, condition, name, now, causes);
    return;
  }
  if (now === null) {
    causes.set(key, null);
    return;
  }
  const subject = subjectOf(watched, name, now);
  const cause = (severity: number, said: Partial<AlertDetails> & { sentence: string }): Cause => ({
    ...{ kind: condition.kind, severity },
    details: detailsOf(said, [subject], watched.limits === null ? null : amountsOf(watched, [subject])),
  });
  switch (condition.kind) {
    case 'below_score': {
      const below = now.score === null ? -1 : condition.score - now.score;
      const sentence = () => sentences.below(now.name, now.score!, condition.score);
      causes.set(key, below > 0 ? cause(Math.floor(below / WORSE_BY), { sentence: sentence() }) : null);
      return;
    }
    case 'fell': {
      const from = examining.current.now - condition.days * DAY;
      const falls = examining.current
        .pastScores(id)
        .filter(({ until }) => until > from && now.score !== null)
        .map(({ score, until }) => ({ points: score - now.score!, until }))
        .filter(({ points }) => points >= condition.points);
      const most = Math.max(0, ...falls.map(({ points }) => points));
      for (const { until } of falls) at(until + condition.days * DAY);
      const sentence = () => sentences.fell(now.name, most, condition.days, now.score!);
      const severity = Math.floor(most / condition.points);
      causes.set(key, falls.length === 0 ? null : cause(severity, { sentence: sentence() }));
      return;
    }
    case 'band_change':
      causes.set(key, bandCause(watched, examining, condition.direction, key, now, subject, cause));
      return;
    case 'stale': {
      if (now.staleSince === null) {
        causes.set(key, null);
        return;
      }
      const until = withdrawnFrom(now.staleSince, examining.publishing);
      const isSoon = until - URGENT_DAYS * DAY <= examining.current.now;
      at(until - URGENT_DAYS * DAY);
      const day = civilDate(until);
      causes.set(
        key,
        cause(isSoon ? 1 : 0, {
          sentence: isSoon ? sentences.willBeWithdrawn(now.name, day) : sentences.stale(now.name),
          fact: `${factOf(now)}, stale since ${dayText(civilDate(now.staleSince))}. ${now.staleReason ?? ''} It is withdrawn on ${dayText(day)} unless it is checked again.`,
        }),
      );
      return;
    }
    case 'withdrawn': {
      // Of a rule about all providers, those that were withdrawn before are no news.
      const counts = now.withdrawnAt !== null && (!watched.isAll || now.withdrawnAt >= watched.onSince);
      const said = { sentence: sentences.withdrawn(now.name), fact: now.withdrawnReason };
      causes.set(key, counts ? cause(0, said) : null);
      return;
    }
    case 'under_review': {
      const said = { sentence: sentences.underReview(now.name), fact: now.reviewReason };
      causes.set(key, now.reviewSince === null ? null : cause(0, said));
    }
  }
}

function factOf({ score }: ProviderNow): string {
  return score === null ? 'No score' : `Score ${scoreText(score)}`;
}

/** It ends when the band is again what it was, or safer where only riskier ones count. */
function bandCause(
  watched: Watched,
  { changed, known }: Examining,
  direction: 'riskier' | 'any',
  key: string,
  now: ProviderNow,
  subject: AlertSubject,
  cause: (severity: number, said: Partial<AlertDetails> & { sentence: string }) => Cause,
): Cause | null | 'same' {
  const open = known(key);
  const before: BandBefore | undefined = changed.bands.get(now.id);
  const from = open?.from ?? (before !== undefined && before.at >= watched.onSince ? before.band : null);
  if (now.band === null) return open === null ? null : 'same';
  if (from === null || from === now.band) return null;
  const isRiskier = bandRank(now.band) > bandRank(from);
  if (direction === 'riskier' && !isRiskier) return null;
  const moved: AlertSubject = {
    ...subject,
    previous_band: from as AlertSubject['previous_band'],
    direction: isRiskier ? 'riskier' : 'safer',
  };
  const made = cause(bandRank(now.band), { sentence: sentences.band(now.name, from, now.band), from });
  return { ...made, details: { ...made.details, fact: `${factOf(now)}.`, names: [moved] } };
}

const DECISION_RANK: Readonly<Record<string, number>> = { ALLOW: 0, REVIEW: 1, BLOCK: 2 };

/** One for each policy that decided otherwise; it ends when the policy decides again as before. */
function examineDecisions(
  watched: Watched,
  { changed, known }: Examining,
  { policy }: { policy: string | null },
  name: WatchedName,
  now: ProviderNow | null,
  causes: Examined,
): void {
  const id = name.provider!;
  for (const before of changed.decisions.get(decisionKey(watched.workspaceId, id)) ?? []) {
    if ((policy !== null && policy !== before.policy) || before.at < watched.onSince) continue;
    const key = `decision_changed ${before.policy} ${id}`;
    const from = known(key)?.from ?? before.decision;
    if (from === before.now) {
      causes.set(key, null);
      continue;
    }
    const subject: AlertSubject = {
      ...(now === null ? unscored(name) : subjectOf(watched, name, now)),
      previous_decision: from as AlertSubject['previous_decision'],
      decision: before.now as AlertSubject['decision'],
    };
    const shown = now?.name ?? name.name;
    const said = {
      ...{ sentence: sentences.decision(shown, before.policy, from, before.now), fact: before.sentence },
      ...{ policy: before.policy, from },
    };
    const amounts = watched.limits === null ? null : amountsOf(watched, [subject]);
    const severity = DECISION_RANK[before.now] ?? 0;
    causes.set(key, { kind: 'decision_changed', severity, details: detailsOf(said, [subject], amounts) });
  }
}

function examineLimits({ limits }: Watched, limit: string | null, causes: Examined): void {
  for (const use of limits?.uses ?? []) {
    if (limit !== null && use.id !== limit) continue;
    const key = `limit_breached ${use.id}`;
    if (!use.breached) {
      causes.set(key, null);
      continue;
    }
    const unit = use.measure === 'share' ? '%' : limits!.currency;
    const [reduce] = use.cures;
    const cure = reduce?.kind === 'reduce' ? ` Reduce it by ${reduce.by} ${limits!.currency}.` : '';
    const amounts = `${use.used} ${unit} against ${use.at_most} ${unit}.${cure}`;
    const said = { sentence: sentences.limit(use.id), limit: use.id };
    const severity = overBy(use.used, use.at_most);
    causes.set(key, { kind: 'limit_breached', severity, details: detailsOf(said, [], amounts) });
  }
}

/** In tenths of the limit, at most 1000. */
function overBy(used: string, most: string): number {
  const over = Number(used) - Number(most);
  return Math.min(1000, Math.floor((over * 10) / Math.max(Number(most), 0.01)));
}

function examineLapses(
  watched: Watched,
  { current }: Examining,
  days: number,
  causes: Examined,
  at: (instant: number) => void,
): void {
  const groups = new Map<string, { at: number; checks: string[]; subjects: AlertSubject[] }>();
  for (const name of watched.names) {
    if (name.provider === null) continue;
    const now = current.provider(name.provider);
    if (now === null || now.staleSince !== null || now.score === null) continue;
    if (now.staleFrom !== null) at(now.staleFrom - days * DAY);
    const [first, ...others] = current.lapses(name.provider);
    if (first === undefined) continue;
    at(first.at - days * DAY);
    if (first.at - days * DAY > current.now) continue;
    const checks = [first, ...others.filter((other) => other.at === first.at)]
      .map(({ check }) => check)
      .sort();
    const key = `evidence_lapses ${civilDate(first.at)} ${checks.join(', ')}`;
    const group = groups.get(key) ?? { at: first.at, checks, subjects: [] };
    groups.set(key, group);
    group.subjects.push(subjectOf(watched, name, now));
  }
  for (const [key, group] of groups) {
    const isSoon = group.at - URGENT_DAYS * DAY <= current.now;
    at(group.at - URGENT_DAYS * DAY);
    // A check that is done again publishes nothing at once.
    at(current.now + HOUR);
    const day = civilDate(group.at);
    const { checks, subjects } = group;
    const said = {
      sentence: sentences.lapse(checks.length, subjects.length, subjects[0]!.name, day),
      fact: `${checks.join(', ')}. Unless ${checks.length === 1 ? 'it is' : 'they are'} renewed, ${count(subjects.length, 'indicator is', 'indicators are')} stale from then on.`,
      ...{ urgent: isSoon, lapses_on: day, checks },
    };
    const amounts = watched.limits === null ? null : amountsOf(watched, subjects);
    causes.set(key, {
      ...{ kind: 'evidence_lapses', severity: isSoon ? 1 : 0 },
      details: detailsOf(said, subjects, amounts),
    });
  }
}

function unscored({ provider, name }: WatchedName): AlertSubject {
  return {
    ...{ provider, name, type: null, score: null, band: null, previous_score: null, previous_band: null },
    ...{ previous_decision: null, decision: null, exposure: null, direction: null },
  };
}

function subjectOf({ limits }: Watched, name: WatchedName, now: ProviderNow): AlertSubject {
  return {
    ...unscored(name),
    name: now.name,
    type: now.type as AlertSubject['type'],
    score: now.score === null ? null : now.score / 100,
    band: now.band as AlertSubject['band'],
    exposure: limits?.exposureOf(name.key) ?? null,
  };
}

/** The exposure of a few names; that of many is on the page. */
function amountsOf({ limits }: Watched, subjects: readonly AlertSubject[]): string | null {
  const known = subjects.flatMap(({ name, exposure }) => (exposure === null ? [] : [{ name, exposure }]));
  if (limits === null || known.length === 0 || known.length > 5) return null;
  const list = known.map(({ name, exposure }) =>
    subjects.length === 1 ? `${exposure} ${limits.currency}` : `${name} ${exposure} ${limits.currency}`,
  );
  return `Exposure: ${list.join(', ')}.`;
}

function detailsOf(
  said: Partial<AlertDetails> & { sentence: string },
  names: AlertSubject[],
  amounts: string | null,
): AlertDetails {
  return {
    ...{ fact: null, urgent: true, limit: null, policy: null, lapses_on: null, checks: [], from: null },
    ...said,
    ...{ names, amounts },
  };
}
