// Rules, alerts and channels in words.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import type { SearchOf } from '../../pages.ts';
import { plural, withDates } from '../../ui/format.ts';
import type { StateKind } from '../../ui/state-kind.ts';

export type WatchSearch = SearchOf<'/console/$workspace/watch'>;
export type Alert = AnswerOf<'watch.alerts'>['data'][number];
export type AlertState = Alert['state'];
export type Rule = AnswerOf<'watch.rules'>['data'][number];
export type Channel = AnswerOf<'watch.channels'>['data'][number];
export type Condition = InputOf<'watch.create_rule'>['conditions'][number];
export type Kind = Condition['kind'];
export type Told = AnswerOf<'watch.preview'>;

const LONG_DATE =
  /\b(\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)? (\d{4})\b/g;

/** A sentence of the service, with its dates as pages write them. */
export function said(sentence: string): string {
  return withDates(sentence).replaceAll(LONG_DATE, '$1 $2');
}

/** What is read again after an act of this page. */
export const CHANGES = ['watch'];

export const STATE_WORDS: Readonly<Record<AlertState, string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  resolved: 'Resolved',
};

export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  below_score: 'Low score',
  fell: 'Fall',
  band_change: 'Band change',
  stale: 'Stale',
  withdrawn: 'Withdrawal',
  under_review: 'Under review',
  decision_changed: 'Decision',
  limit_breached: 'Limit',
  evidence_lapses: 'Evidence ahead',
};

export const DEFAULT_LAPSE_DAYS = 14;

/** A condition as the end of "any provider …". */
export function conditionWords(condition: Condition, limits: ReadonlyMap<string, string>): string {
  const { kind, score, points, days, direction, policy, limit } = condition;
  switch (kind) {
    case 'below_score':
      return `scores below ${(score ?? 0).toFixed(2)}`;
    case 'fell':
      return `falls by ${(points ?? 0).toFixed(2)} points or more within ${plural(days ?? 0, 'day')}`;
    case 'band_change':
      return direction === 'any' ? 'changes its band' : 'moves to a riskier band';
    case 'stale':
      return 'becomes stale';
    case 'withdrawn':
      return 'is withdrawn';
    case 'under_review':
      return 'comes under review';
    case 'decision_changed':
      return policy === undefined ? 'gets another decision' : `gets another decision of ${policy}`;
    case 'limit_breached':
      return limit === undefined
        ? 'breaches a limit'
        : `breaches the limit ${limits.get(limit) ?? 'that was removed'}`;
    case 'evidence_lapses':
      return `has evidence that lapses within ${plural(days ?? DEFAULT_LAPSE_DAYS, 'day')}`;
  }
}

/** "a, b or c". */
export function joined(parts: readonly string[], word: 'and' | 'or'): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

export function scopeWords({ book, providers }: Pick<Rule, 'book' | 'providers'>): string {
  if (book !== null) return `any name in ${book.name}`;
  const names = providers.map(({ name }) => name);
  if (names.length === 0) return 'any provider';
  return names.length > 3 ? `any of ${plural(names.length, 'provider')}` : joined(names, 'or');
}

/** "Any provider becomes stale or is withdrawn". */
export function ruleWords(
  rule: Pick<Rule, 'book' | 'providers' | 'conditions'>,
  limits: ReadonlyMap<string, string> = new Map(),
): string {
  const whole = `${scopeWords(rule)} ${joined(
    rule.conditions.map((one) => conditionWords(one, limits)),
    'or',
  )}`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** Where a rule tells. */
export function tellsWords({ channels, at_once }: Pick<Rule, 'channels' | 'at_once'>): string {
  if (!at_once || channels.length === 0) return 'on this page and in digests';
  return `at once by ${joined(
    channels.map(({ name }) => name),
    'and',
  )}`;
}

export const CHANNEL_KINDS: Readonly<Record<Channel['kind'], string>> = {
  mail: 'Mail',
  slack: 'Slack',
  pagerduty: 'PagerDuty',
};

export const CHANNEL_STATES: Readonly<Record<Channel['state'], { kind: StateKind; word: string }>> = {
  new: { kind: 'waiting', word: 'nothing sent yet' },
  delivered: { kind: 'good', word: 'delivered' },
  failed: { kind: 'failed', word: 'failed' },
  removed: { kind: 'off', word: 'removed' },
};

export function ruleState({ on, stopped }: Pick<Rule, 'on' | 'stopped'>): { kind: StateKind; word: string } {
  if (!on) return { kind: 'off', word: 'off' };
  return stopped === null ? { kind: 'good', word: 'on' } : { kind: 'failed', word: 'stopped' };
}

export const STOPPED_WORDS: Readonly<Record<NonNullable<Rule['stopped']>, string>> = {
  owner_left: 'its owner left the workspace',
  book_not_seen: 'its owner may not see the book any more',
};

/** The channels of a rule that failed, with what is left; null if all work. */
export function failureWords({ channels, at_once }: Pick<Rule, 'channels' | 'at_once'>): string | null {
  const failed = channels.filter(({ state }) => state === 'failed').map(({ name }) => name);
  if (!at_once || failed.length === 0) return null;
  const others = channels.filter(({ state }) => state !== 'failed').map(({ name }) => name);
  const left = others.length === 0 ? 'nothing is told at once' : `${joined(others, 'and')} alone`;
  return `${joined(failed, 'and')} refused the last message: ${left} until ${failed.length === 1 ? 'it works' : 'they work'}.`;
}
