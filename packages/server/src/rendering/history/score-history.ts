// The score of a provider over time in small pictures: its levels in the last year.

import type { PathStep } from '@rf-indicators/contract/step-path';
import { readSteps } from '@rf-indicators/core/desk/served/steps';
import type { Queries } from '@rf-indicators/core/store/store';
import { DAY } from './window.ts';

export interface ScoreHistory {
  /** Oldest first. */
  steps: readonly PathStep[];
  since: number;
  until: number;
}

const LONGEST = 365 * DAY;

/** What was served until an instant. */
export async function historyUntil(db: Queries, providerId: string, until: number): Promise<ScoreHistory> {
  const all = (await readSteps(db, [providerId], until - LONGEST)).get(providerId) ?? [];
  const steps = levels(all.filter(({ from }) => from <= until));
  return { steps, since: Math.max(steps[0]?.from ?? until, until - LONGEST), until };
}

/** Renewals with the same score are one step. */
function levels(steps: readonly PathStep[]): PathStep[] {
  const merged: PathStep[] = [];
  for (const { from, until, finalScore } of steps) {
    const last = merged.at(-1);
    if (last?.until === from && last.finalScore === finalScore) last.until = until;
    else merged.push({ from, until, finalScore });
  }
  return merged;
}
