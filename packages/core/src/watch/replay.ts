// The conditions of a rule against the changelog of one provider, entry by entry.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Database } from '../store/schema.ts';
import type { Condition } from './conditions.ts';
import { bandRank, sentences } from './sentences.ts';

type Told = DomainAnswerOf<'watch.preview'>['data'][number];
type Entry = Database['changelog'];

const DAY = 24 * 60 * 60 * 1000;

interface State {
  score: number | null;
  band: string | null;
  /** With the instant until which each score held. */
  past: { score: number; until: number }[];
}

/** A condition that holds is told once, until it ends and begins again. */
export function replay(
  entries: readonly Entry[],
  conditions: readonly Condition[],
  { since }: { since: number },
): Told[] {
  const state: State = { score: null, band: null, past: [] };
  const holding = new Set<Condition['kind']>();
  const told: Told[] = [];
  for (const entry of entries) {
    const before = { ...state };
    follow(state, entry);
    for (const condition of conditions) {
      const found = toldBy(condition, entry, before, state, holding);
      if (found !== null && entry.changed_at >= since) told.push(found);
    }
  }
  return told;
}

function follow(state: State, { kind, new_score, new_band, changed_at }: Entry): void {
  if (kind === 'withdrawal') {
    Object.assign(state, { score: null, band: null, past: [] });
    return;
  }
  if (new_score === null || new_band === null) return;
  if (state.score !== null) state.past.push({ score: state.score, until: changed_at });
  Object.assign(state, { score: new_score, band: new_band });
}

function toldBy(
  condition: Condition,
  entry: Entry,
  before: State,
  now: State,
  holding: Set<Condition['kind']>,
): Told | null {
  const { kind } = condition;
  const tell = (sentence: string, direction: Told['direction'] = null): Told => ({
    ...{ at: entry.changed_at, kind, provider: entry.provider_id, name: entry.provider_name },
    ...{ sentence, direction },
  });
  /** Tells when it begins. */
  const begins = (holds: boolean): boolean => {
    const began = holds && !holding.has(kind);
    if (holds) holding.add(kind);
    else holding.delete(kind);
    return began;
  };
  const name = entry.provider_name;
  switch (kind) {
    case 'below_score':
      return begins(now.score !== null && now.score < condition.score)
        ? tell(sentences.below(name, now.score!, condition.score), 'riskier')
        : null;
    case 'fell': {
      if (fallOf(before, condition.days, entry.changed_at) < condition.points) holding.delete(kind);
      const fall = fallOf(now, condition.days, entry.changed_at);
      return begins(fall >= condition.points)
        ? tell(sentences.fell(name, fall, condition.days, now.score!), 'riskier')
        : null;
    }
    case 'band_change': {
      if (before.band === null || now.band === null || before.band === now.band) return null;
      const isRiskier = bandRank(now.band) > bandRank(before.band);
      if (condition.direction === 'riskier' && !isRiskier) return null;
      const sentence = sentences.band(name, before.band, now.band);
      return tell(sentence, isRiskier ? 'riskier' : 'safer');
    }
    case 'stale':
      return entry.kind === 'stale' ? tell(sentences.stale(name)) : null;
    case 'withdrawn':
      return entry.kind === 'withdrawal' ? tell(sentences.withdrawn(name)) : null;
    case 'under_review':
      return entry.kind === 'review_started' ? tell(sentences.underReview(name)) : null;
    default:
      return null;
  }
}

/** From the highest score within the days before. */
export function fallOf({ score, past }: State, days: number, at: number): number {
  if (score === null) return 0;
  const from = at - days * DAY;
  return past.reduce(
    (most, { score: other, until }) => (until > from ? Math.max(most, other - score) : most),
    0,
  );
}
