// How much of each limit is used, and what ends a breach. Comparisons are exact; only what is shown of a share is rounded.

import { fold } from '../store/fold.ts';
import { isProviderId, type Measure } from './contents.ts';
import { sumOf, type ValuedPosition } from './exposures.ts';
import { formatAmount, parseAmount, roundedDivision } from './figures/amounts.ts';
import { WHOLE } from './figures/composite.ts';
import { type BandOrNone, type Limit, type LimitOf, parsePercent } from './limit-document.ts';

export type Cure = { kind: 'reduce'; by: string } | { kind: 'raise'; to: string };

export interface LimitUse extends Limit {
  used: string;
  breached: boolean;
  /** How many of its positions stand outside the sums. */
  outside: number;
  cures: Cure[];
}

export interface MeasuredBook {
  /** Which measure shares are of. */
  measure: Measure;
  valued(measure: Measure): readonly ValuedPosition[];
  /** Of a name, by its key. */
  bandOf(key: string): BandOrNone;
}

/** Sums of one measure by what limits are about. */
interface Sums {
  total: bigint;
  by: ReadonlyMap<string, { units: bigint; outside: number }>;
}

/** In the order of the limits. */
export function usesOf(limits: readonly Limit[], book: MeasuredBook): LimitUse[] {
  const known = new Map<Measure, Sums>();
  const sums = (measure: Measure) => {
    const found = known.get(measure) ?? sumsOf(book, measure);
    known.set(measure, found);
    return found;
  };
  return limits.map((limit) => {
    const { total, by } = sums(limit.measure === 'share' ? book.measure : limit.measure);
    const { units, outside } = by.get(scopeOf(limit.of)) ?? { units: 0n, outside: 0 };
    return {
      ...limit,
      outside,
      ...(limit.measure === 'share' ? shareUse(limit, units, total) : amountUse(limit, units)),
    };
  });
}

/** The limits that a position takes part in breaching, by its scopes. */
export function scopesOf({ key, position }: ValuedPosition, band: BandOrNone): string[] {
  const named = position.provider === null ? [key] : [key, `name ${fold(position.name.trim())}`];
  const group = position.group === null ? [] : [`group ${position.group}`];
  return [...named, ...group, `band ${band}`];
}

/** A name is the id of a provider, or what the book calls it. */
export function scopeOf(of: LimitOf): string {
  if (of.kind === 'group') return `group ${of.group}`;
  if (of.kind === 'band') return `band ${of.band}`;
  return isProviderId(of.name) ? `provider ${of.name}` : `name ${fold(of.name.trim())}`;
}

function sumsOf(book: MeasuredBook, measure: Measure): Sums {
  const positions = book.valued(measure);
  const by = new Map<string, { units: bigint; outside: number }>();
  for (const valued of positions) {
    for (const scope of scopesOf(valued, book.bandOf(valued.key))) {
      const sum = by.get(scope) ?? { units: 0n, outside: 0 };
      sum.units += valued.units ?? 0n;
      if (valued.outside !== null) sum.outside += 1;
      by.set(scope, sum);
    }
  }
  return { total: sumOf(positions), by };
}

type Use = Pick<LimitUse, 'used' | 'breached' | 'cures'>;

function amountUse({ at_most }: Limit, units: bigint): Use {
  const over = units - parseAmount(at_most)!;
  const used = formatAmount(units);
  if (over <= 0n) return { used, breached: false, cures: [] };
  return {
    ...{ used, breached: true },
    cures: [
      { kind: 'reduce', by: formatAmount(over) },
      { kind: 'raise', to: used },
    ],
  };
}

/** What is reduced leaves the book, so the total falls too. */
function shareUse({ at_most }: Limit, units: bigint, total: bigint): Use {
  const most = parsePercent(at_most)!;
  const used = total === 0n ? 0n : roundedDivision(units * WHOLE, total);
  const over = units * WHOLE - most * total;
  if (over <= 0n) return { used: percentText(used), breached: false, cures: [] };
  return {
    ...{ used: percentText(used), breached: true },
    cures: [
      { kind: 'reduce', by: formatAmount(dividedUp(over, WHOLE - most)) },
      { kind: 'raise', to: percentText(dividedUp(units * WHOLE, total)) },
    ],
  };
}

/** Both are above 0. */
function dividedUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Of hundredths. */
function percentText(hundredths: bigint): string {
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}
