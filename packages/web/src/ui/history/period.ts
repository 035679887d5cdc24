// The period that a history shows, and where its instants and scores are drawn, in percent.

const DAY = 24 * 60 * 60 * 1000;

export const RANGES = { '90d': '90 days', '1y': '1 year', all: 'all' } as const;
export type Range = keyof typeof RANGES;

export interface HistoryStep {
  from: number;
  /** Null for the current step. */
  until: number | null;
  /** In hundredths. */
  score: number;
  band: string;
  /** What its publication was, such as renewal. */
  kind: string;
  verification_id: string;
  framework_version: string;
  /** Null unless the indicator was stale. */
  stale_reason: string | null;
}

export interface Period {
  since: number;
  until: number;
}

export function periodOf(range: Range, steps: readonly HistoryStep[], now: number): Period {
  const since = range === 'all' ? (steps[0]?.from ?? now - DAY) : now - (range === '1y' ? 365 : 90) * DAY;
  return { since: Math.min(since, now - DAY), until: now };
}

export function stepsIn(steps: readonly HistoryStep[], { since }: Period): HistoryStep[] {
  return steps.filter(({ until }) => until === null || until > since);
}

/** Where an instant is, in percent of the width. */
export function placeIn({ since, until }: Period): (at: number) => number {
  return (at) => {
    const share = (Math.min(Math.max(at, since), until) - since) / (until - since);
    return Math.round(share * 10_000) / 100;
  };
}

/** "Down 0.88 in 90 days". */
export function findingOf(steps: readonly HistoryStep[], range: Range): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return 'No score in this period';
  const change = last.score - first.score;
  const when = range === 'all' ? 'since the first score' : `in ${RANGES[range]}`;
  if (change === 0) return `The same as before ${when}`.replace('before in', 'before,');
  return `${change > 0 ? 'Up' : 'Down'} ${(Math.abs(change) / 100).toFixed(2)} ${when}`;
}
