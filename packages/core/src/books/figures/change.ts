// Why the composite of a book changed between two states: a line for each name, which add up exactly. A name that leaves or loses
// its score has a line of its own, so that losing the worst name never looks like an improvement of the others.

import { apportion } from './apportion.ts';
import { compositeOf, type Exposure, hasScore } from './composite.ts';

export type Cause =
  | 'score'
  | 'exposure'
  /** New in the book, with a score. */
  | 'entered'
  /** No longer in the book. */
  | 'left'
  /** Was in the book without a score, and has one now. */
  | 'scored'
  /** Is in the book, and has a score no longer. */
  | 'unscored';

export interface ChangeLine {
  name: string;
  cause: Cause;
  /** In hundredths. */
  points: number;
}

export interface CompositeChange {
  before: number;
  after: number;
  /** Without lines of no effect; together they are the difference. */
  lines: ChangeLine[];
}

interface Effect {
  name: string;
  cause: Cause;
  /** Of the common denominator. */
  points: bigint;
}

/**
 * With w as share and s as score, before (0) and after (1), and C as the composite before, each name that is in both has
 * w1 (s1 − s0) for its score and (w1 − w0) (s0 − C) for its exposure; one that came has w1 (s1 − C), and one that is gone
 * −w0 (s0 − C). The sum is the difference of the composites, because the shares of each state add up to 1. Null if either state
 * has no score. Each name stands at most once in a state.
 */
export function changeOf(before: readonly Exposure[], after: readonly Exposure[]): CompositeChange | null {
  const [from, to] = [compositeOf(before), compositeOf(after)];
  if (from === null || to === null) return null;
  const [weight0, weight1] = [from.scored, to.scored];
  const points0 = before
    .filter(hasScore)
    .reduce((sum, { exposure, score }) => sum + exposure * BigInt(score), 0n);
  const denominator = weight0 * weight0 * weight1;
  /** How far a score is from the composite before, times its weight. */
  const beyond = (score: number) => BigInt(score) * weight0 - points0;
  const old = new Map(before.map((one) => [one.name, one]));
  const now = new Map(after.map((one) => [one.name, one]));

  const effects: Effect[] = [];
  for (const { name, exposure, score } of after.filter(hasScore)) {
    const was = old.get(name);
    if (was === undefined || !hasScore(was)) {
      const cause = was === undefined ? 'entered' : 'scored';
      effects.push({ name, cause, points: exposure * beyond(score) * weight0 });
      continue;
    }
    const moved = BigInt(score - was.score);
    effects.push({ name, cause: 'score', points: exposure * moved * weight0 * weight0 });
    const shifted = exposure * weight0 - was.exposure * weight1;
    effects.push({ name, cause: 'exposure', points: shifted * beyond(was.score) });
  }
  for (const { name, exposure, score } of before.filter(hasScore)) {
    const is = now.get(name);
    if (is !== undefined && hasScore(is)) continue;
    const cause = is === undefined ? 'left' : 'unscored';
    effects.push({ name, cause, points: -exposure * beyond(score) * weight1 });
  }

  const difference = to.composite - from.composite;
  const points = apportion(
    BigInt(difference),
    effects.map((effect) => effect.points),
    denominator,
  );
  const lines = effects.map(({ name, cause }, index) => ({ name, cause, points: Number(points[index]) }));
  return { before: from.composite, after: to.composite, lines: lines.filter((line) => line.points !== 0) };
}
