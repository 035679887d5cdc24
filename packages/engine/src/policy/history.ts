// What was in force on the days of a window.

import { formatHundredths } from '../arithmetic/fixed.ts';
import { isObject } from '../json/canonical.ts';
import { BANDS } from './catalogue.ts';
import { dayOf, placeOf, scoreOf } from './scale.ts';
import type { PolicySnapshot } from './snapshot.ts';

/** In numbers: the day, hundredths, and the place of the band among all. */
export interface Step {
  day: number;
  score: number | null;
  band: number | null;
}

/** The history, if it is in order, has nothing of the future, and ends with what the snapshot says is in force. */
export function stepsOf({ history, band, score }: PolicySnapshot, today: number): Step[] | undefined {
  if (!Array.isArray(history)) return undefined;
  const steps: Step[] = [];
  for (const one of history) {
    const step = isObject(one) ? stepOf(one) : undefined;
    if (step === undefined || step.day < (steps.at(-1)?.day ?? 0) || step.day > today) return undefined;
    steps.push(step);
  }
  const newest = steps.at(-1);
  if (newest === undefined || newest.score === null) return undefined;
  return newest.score === scoreOf(score) && newest.band === placeOf(band) ? steps : undefined;
}

function stepOf(given: Record<string, unknown>): Step | undefined {
  const day = dayOf(given.day);
  if (day === undefined) return undefined;
  if (given.score === null && given.band === null) return { day, score: null, band: null };
  const [score, band] = [scoreOf(given.score), placeOf(given.band)];
  return score === undefined || band === undefined ? undefined : { day, score, band };
}

type Windowed = 'worst_band' | 'lowest_score' | 'change';

/** Undefined if the history does not reach back to the first day. */
export function readWindow(
  value: Windowed,
  history: readonly Step[] | undefined,
  first: number,
): string | undefined {
  if (history === undefined || history[0]!.day > first) return undefined;
  // A step is in force until the next one.
  const steps = history.filter((_, at) => (history[at + 1]?.day ?? first) >= first);
  if (value === 'worst_band') return BANDS[Math.max(...steps.flatMap(({ band }) => band ?? []))];
  const scores = steps.flatMap(({ score }) => score ?? []);
  return formatHundredths(value === 'change' ? scores.at(-1)! - scores[0]! : Math.min(...scores));
}
