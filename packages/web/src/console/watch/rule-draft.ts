// A rule as it is written: figures are texts until they are read.

import type { InputOf } from '@rf-indicators/contract/acts';
import { type Condition, DEFAULT_LAPSE_DAYS, joined, type Kind, type Rule } from './watch-words.ts';

export interface DraftCondition {
  kind: Kind;
  score: string;
  points: string;
  days: string;
  direction: 'riskier' | 'any';
  /** Empty for every active one. */
  policy: string;
  /** Empty for every one. */
  limit: string;
}

export interface RuleDraft {
  name: string;
  /** The id of a book; empty for none. */
  book: string;
  /** Null for all providers. */
  providers: readonly string[] | null;
  conditions: readonly DraftCondition[];
  channels: readonly string[];
  atOnce: boolean;
  webhooks: boolean;
}

const BEGINNING = { score: '40.00', points: '5.00', direction: 'riskier', policy: '', limit: '' } as const;
const FALL_DAYS = 30;

export function newCondition(kind: Kind): DraftCondition {
  return { kind, ...BEGINNING, days: String(kind === 'fell' ? FALL_DAYS : DEFAULT_LAPSE_DAYS) };
}

export const NEW_RULE: RuleDraft = {
  name: '',
  book: '',
  providers: null,
  conditions: [newCondition('band_change'), newCondition('stale')],
  channels: [],
  atOnce: true,
  webhooks: true,
};

export function draftOf(rule: Rule): RuleDraft {
  const { name, book, providers, conditions, channels, at_once, webhooks } = rule;
  return {
    name,
    book: book?.id ?? '',
    providers: providers.length === 0 ? null : providers.map(({ id }) => id),
    conditions: conditions.map(({ kind, score, points, days, direction, policy, limit }) => {
      const fresh = newCondition(kind);
      return {
        kind,
        score: score?.toFixed(2) ?? fresh.score,
        points: points?.toFixed(2) ?? fresh.points,
        days: days === undefined ? fresh.days : String(days),
        direction: direction ?? fresh.direction,
        policy: policy ?? '',
        limit: limit ?? '',
      };
    }),
    channels: channels.map(({ id }) => id),
    atOnce: at_once,
    webhooks,
  };
}

/** What the service is sent of a condition: the members of its kind alone. */
export function conditionOf({ kind, ...draft }: DraftCondition): Condition {
  switch (kind) {
    case 'below_score':
      return { kind, score: Number(draft.score) };
    case 'fell':
      return { kind, points: Number(draft.points), days: Number(draft.days) };
    case 'band_change':
      return { kind, direction: draft.direction };
    case 'decision_changed':
      return draft.policy === '' ? { kind } : { kind, policy: draft.policy };
    case 'limit_breached':
      return draft.limit === '' ? { kind } : { kind, limit: draft.limit };
    case 'evidence_lapses':
      return { kind, days: Number(draft.days) };
    default:
      return { kind };
  }
}

const SCORE = /^(?:100(?:\.00?)?|\d{1,2}(?:\.\d{1,2})?)$/;
const DAYS = /^\d{1,2}$/;
const MOST_DAYS = 90;

/** What is wrong with a figure of a condition; null if nothing is. */
export function faultOf({ kind, score, points, days }: DraftCondition): string | null {
  if (kind === 'below_score' && !SCORE.test(score)) return 'Write a score from 0.00 to 100.00.';
  if (kind === 'fell' && (!SCORE.test(points) || Number(points) === 0))
    return 'Write points from 0.01 to 100.00.';
  if (kind === 'fell' || kind === 'evidence_lapses')
    return DAYS.test(days) && Number(days) >= 1 && Number(days) <= MOST_DAYS
      ? null
      : `Write from 1 to ${MOST_DAYS} days.`;
  return null;
}

/** Why the rule cannot be sent yet, beside the faults of its figures; null if it can. */
export function missingOf({ conditions, providers }: RuleDraft): string | null {
  if (providers?.length === 0) return 'Add a provider, or watch any provider.';
  return conditions.length === 0 ? 'Say when it tells.' : null;
}

export function isWhole(draft: RuleDraft): boolean {
  return missingOf(draft) === null && draft.conditions.every((one) => faultOf(one) === null);
}

/** What a preview depends on. */
export function scopeOf({ book, providers, conditions }: RuleDraft) {
  return {
    ...(book === '' ? { providers: [...(providers ?? [])] } : { book }),
    conditions: conditions.map(conditionOf),
  };
}

export function inputOf(draft: RuleDraft): Omit<InputOf<'watch.create_rule'>, never> {
  const { name, channels, atOnce, webhooks } = draft;
  return {
    name: name.trim() === '' ? usualName(draft) : name.trim(),
    ...scopeOf(draft),
    ...{ channels: [...channels], at_once: atOnce, webhooks },
  };
}

const NAMES: Readonly<Record<Kind, string>> = {
  below_score: 'low score',
  fell: 'fall',
  band_change: 'riskier band',
  stale: 'stale',
  withdrawn: 'withdrawn',
  under_review: 'under review',
  decision_changed: 'another decision',
  limit_breached: 'limit',
  evidence_lapses: 'evidence lapses',
};

/** What a rule is called if nobody names it: "Riskier band or stale". */
export function usualName({ conditions }: RuleDraft): string {
  const words = joined(
    conditions.map(({ kind, direction }) =>
      kind === 'band_change' && direction === 'any' ? 'another band' : NAMES[kind],
    ),
    'or',
  );
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.slice(0, 120);
}
