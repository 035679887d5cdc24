// Which criteria move the scores of all providers under another framework, and by how much in all. The points of each
// provider add up to the change of its score: what criteria lose, and what caps take.

import { formatHundredths, type Outcome } from '@rf-indicators/engine';

export interface Driver {
  /** null for the caps of the hard rules. */
  criterion_id: string | null;
  /** Providers whose score it moves. */
  providers: number;
  /** In all of them together, up and down apart. */
  gained: string;
  lost: string;
  points: string;
}

interface Sums {
  providers: number;
  gained: number;
  lost: number;
}

export class Drivers {
  readonly #sums = new Map<string | null, Sums>();

  /** Counts a provider that both frameworks score. */
  add(before: Outcome, after: Outcome): void {
    if (before.status !== 'SCORED' || after.status !== 'SCORED') return;
    const moved = new Map<string | null, number>();
    const change = (id: string | null, points: number) => moved.set(id, (moved.get(id) ?? 0) + points);
    for (const { criterion, shortfall } of before.trace.assessments) change(criterion.id, shortfall);
    for (const { criterion, shortfall } of after.trace.assessments) change(criterion.id, -shortfall);
    change(null, before.trace.uncapped - before.trace.final - (after.trace.uncapped - after.trace.final));
    for (const [id, points] of moved) if (points !== 0) this.#count(id, points);
  }

  #count(id: string | null, points: number): void {
    const sums = this.#sums.get(id) ?? { providers: 0, gained: 0, lost: 0 };
    sums.providers += 1;
    if (points > 0) sums.gained += points;
    else sums.lost += points;
    this.#sums.set(id, sums);
  }

  /** The largest movement first. */
  list(): Driver[] {
    return [...this.#sums]
      .toSorted(([idA, a], [idB, b]) => size(b) - size(a) || (idA ?? '').localeCompare(idB ?? ''))
      .map(([criterion_id, { providers, gained, lost }]) => ({
        criterion_id,
        providers,
        gained: formatHundredths(gained),
        lost: formatHundredths(lost),
        points: formatHundredths(gained + lost),
      }));
  }
}

function size({ gained, lost }: Sums): number {
  return gained - lost;
}
