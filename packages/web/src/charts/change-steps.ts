// The way from a published score to the next one in steps, as the engine explains the change. All amounts are whole
// hundredths, so that the figures on the page add up exactly.

import { bandName, bandOfScore } from './bands.ts';
import { hundredths } from './hundredths.ts';

export interface ChangeStep {
  label: string;
  points: number;
  /** Running totals. */
  from: number;
  to: number;
  isCap: boolean;
}

export interface ChangeFall {
  before: number;
  after: number;
  /** In the order of the framework; what caps lose comes last, and what they give back comes first. */
  steps: ChangeStep[];
  /** The score without hard rules, where one limits it that did not before; otherwise null. */
  uncapped: number | null;
}

interface Part {
  label: string;
  points: number;
  isCap: boolean;
}

/** More would not be read: the smaller ones are one step. */
const MOST_STEPS = 8;

export function changeFall(before: number, parts: readonly Part[], uncapped: number | null): ChangeFall {
  const moving = parts.filter(({ points }) => points !== 0);
  const caps = moving.filter(({ isCap }) => isCap);
  const values = shortened(moving.filter(({ isCap }) => !isCap));
  const gains = caps.filter(({ points }) => points > 0);
  const losses = caps.filter(({ points }) => points < 0);
  let total = before;
  const steps = [...gains, ...values, ...losses].map((part): ChangeStep => {
    const from = total;
    total += part.points;
    return { ...part, from, to: total };
  });
  const withoutCaps = losses.length === 0 ? null : steps.at(-1)!.from;
  return { before, after: total, steps, uncapped: withoutCaps === uncapped ? withoutCaps : null };
}

function shortened(parts: readonly Part[]): Part[] {
  if (parts.length <= MOST_STEPS) return [...parts];
  const bySize = parts.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const kept = new Set(bySize.slice(0, MOST_STEPS - 1));
  const others = parts.filter((part) => !kept.has(part));
  const points = others.reduce((sum, part) => sum + part.points, 0);
  return [
    ...parts.filter((part) => kept.has(part)),
    { label: `${others.length} smaller changes`, points, isCap: false },
  ];
}

/** What the chart shows, in a sentence. */
export function changeFinding({ before, after, steps }: ChangeFall): string {
  const all = after - before;
  if (all === 0) return 'The score stays the same';
  const most = steps.reduce((largest, step) =>
    Math.abs(step.points) > Math.abs(largest.points) ? step : largest,
  );
  const direction = all < 0 ? 'lower' : 'higher';
  if (most.isCap && most.points < 0) {
    if (most.points === all) return `All ${hundredths(-all)} points are one cap`;
    return most.points > all
      ? `${hundredths(-most.points)} of the ${hundredths(-all)} points are one cap`
      : `${hundredths(-most.points)} points are lost to a cap`;
  }
  const moved = `${hundredths(Math.abs(all))} points ${direction}`;
  if (most.isCap) return `${moved}: a cap ends`;
  return steps.length === 1 ? `${moved}: ${most.label}` : `${moved}, most of it: ${most.label}`;
}

/** "76.98 − 1.68 − 0.17 − 35.14": without the result. */
export function changeSum({ before, steps }: ChangeFall): string {
  const terms = steps.map(({ points }) => `${points < 0 ? '−' : '+'} ${hundredths(Math.abs(points))}`);
  return [hundredths(before), ...terms].join(' ');
}

/** "Without it: 75.13, Medium risk." */
export function withoutCaps(uncapped: number): string {
  return `Without hard rules: ${hundredths(uncapped)}, ${bandName(bandOfScore(uncapped))}.`;
}
