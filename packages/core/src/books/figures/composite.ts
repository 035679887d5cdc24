// The score of a book: the mean of the scores of its names, weighted by exposure, with what holds it down. It has no band of
// its own, and always stands beside its coverage.

import { roundedDivision } from './amounts.ts';
import { apportion } from './apportion.ts';

/** Scores are in hundredths: 100.00 is 10000. */
const BEST_SCORE = 10_000n;
/** Shares are in hundredths of a percent. */
export const WHOLE = 10_000n;

export interface Exposure {
  name: string;
  /** In units of the reporting currency, above 0. */
  exposure: bigint;
  /** In hundredths; null for a name without a score. */
  score: number | null;
}

export interface Composite {
  /** In hundredths. */
  composite: number;
  /** With the names that have no score at 0. */
  unscoredAtZero: number;
  /** The share of the exposure whose names have a score. */
  coverage: number;
  scored: bigint;
  total: bigint;
  /** By the names that have a score, in their order, and in hundredths: together 100.00 minus the composite. */
  losses: { name: string; loss: number }[];
}

/** Null if no name has a score. */
export function compositeOf(exposures: readonly Exposure[]): Composite | null {
  const scored = exposures.filter(hasScore);
  const total = sumOf(exposures);
  const weight = sumOf(scored);
  if (weight === 0n) return null;
  const points = scored.reduce((sum, { exposure, score }) => sum + exposure * BigInt(score), 0n);
  const composite = roundedDivision(points, weight);
  const losses = apportion(
    BEST_SCORE - composite,
    scored.map(({ exposure, score }) => exposure * (BEST_SCORE - BigInt(score))),
    weight,
  );
  return {
    composite: Number(composite),
    unscoredAtZero: Number(roundedDivision(points, total)),
    coverage: Number(roundedDivision(weight * WHOLE, total)),
    ...{ scored: weight, total },
    losses: scored.map(({ name }, index) => ({ name, loss: Number(losses[index]) })),
  };
}

/** The share of each exposure in their sum, in hundredths of a percent. Together they are 100.00 %. */
export function sharesOf(exposures: readonly bigint[]): number[] {
  const total = exposures.reduce((sum, exposure) => sum + exposure, 0n);
  if (total === 0n) return exposures.map(() => 0);
  return apportion(
    WHOLE,
    exposures.map((exposure) => exposure * WHOLE),
    total,
  ).map(Number);
}

export function hasScore<E extends Exposure>(exposure: E): exposure is E & { score: number } {
  return exposure.score !== null;
}

function sumOf(exposures: readonly Exposure[]): bigint {
  return exposures.reduce((sum, { exposure }) => sum + exposure, 0n);
}
