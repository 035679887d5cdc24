// The smallest change of a single value that moves a score into the next safer band, and the smallest that loses its
// band. Evidence dates and grades stay as they are. Sizes of changes are compared as shares of each input's own scale,
// so that days, percent and options have one measure.

import { div, formatHundredths, formatScaled } from '../arithmetic/fixed.ts';
import type { Criterion, Gate, Methodology, NumberScale } from '../methodology/methodology.ts';
import { compute, type Trace } from '../scoring/compute.ts';
import type { Inputs, Reading } from '../scoring/inputs.ts';
import type { Scored } from '../scoring/score.ts';

export interface NearestChange {
  kind: 'criterion' | 'gate';
  id: string;
  /** Values as inputs have them. */
  from: string;
  to: string;
  final_score: string;
  band: string;
}

export interface NearestChanges {
  /** Null in the safest band, and if no single change is enough. */
  next_band: NearestChange | null;
  /** Null in the riskiest band, and if no single change is enough. */
  lower_band: NearestChange | null;
}

/** A change with its size: steps of the way, out of the steps of the whole scale. */
interface Found {
  change: NearestChange;
  steps: number;
  ofSteps: number;
}

type Wanted = (final: number) => boolean;

export function nearestChanges({ trace }: Scored): NearestChanges {
  const { nextBand, band, methodology } = trace;
  const isRiskiest = methodology.bands.at(-1) === band;
  return {
    next_band: nextBand && nearest(trace, (final) => final >= nextBand.lower),
    lower_band: isRiskiest ? null : nearest(trace, (final) => final < band.lower),
  };
}

/** Of equal sizes, the first in the order of the framework: criteria, then gates. */
function nearest(trace: Trace, wanted: Wanted): NearestChange | null {
  let smallest: Found | null = null;
  for (const found of candidates(trace, wanted)) {
    if (smallest === null || isSmaller(found, smallest)) smallest = found;
  }
  return smallest?.change ?? null;
}

/** Products of large amounts have more digits than a number keeps. */
function isSmaller(a: Found, b: Found): boolean {
  return BigInt(a.steps) * BigInt(b.ofSteps) < BigInt(b.steps) * BigInt(a.ofSteps);
}

function* candidates(trace: Trace, wanted: Wanted): Generator<Found> {
  const { methodology, inputs, assessments } = trace;
  for (const { criterion, reading } of assessments) {
    if (reading === null) continue;
    const found =
      criterion.input.kind === 'number'
        ? nearestNumber(trace, criterion, criterion.input, reading, wanted)
        : nearestOption(trace, criterion, [...criterion.input.points.keys()], reading, wanted);
    if (found !== null) yield found;
  }
  for (const [index, gate] of methodology.gates.entries()) {
    const found = nearestOption(trace, gate, gate.entry.options, inputs.gates[index]!, wanted);
    if (found !== null) yield found;
  }
}

/** Of options equally far, the one that comes first in the framework, where the worst are first. */
function nearestOption(
  trace: Trace,
  target: Criterion | Gate,
  options: readonly string[],
  reading: Reading,
  wanted: Wanted,
): Found | null {
  const here = options.indexOf(reading.value);
  const others = options.map((value, at) => ({ value, steps: Math.abs(at - here) }));
  others.sort((a, b) => a.steps - b.steps);
  for (const { value, steps } of others) {
    if (steps === 0) continue;
    const result = recompute(trace, target, { ...reading, value });
    if (wanted(result.final)) {
      return { change: describe(target, reading.value, value, result), steps, ofSteps: options.length - 1 };
    }
  }
  return null;
}

/**
 * Between neighbouring knots the score only rises or only falls, so what is wanted begins at one of their ends and its
 * nearest point is found by halving.
 */
function nearestNumber(
  trace: Trace,
  criterion: Criterion,
  scale: NumberScale,
  reading: Reading,
  wanted: Wanted,
): Found | null {
  const at = (amount: number) => recompute(trace, criterion, { ...reading, amount });
  const holds = (amount: number) => wanted(at(amount).final);
  const knots = knotsOf(trace.methodology, criterion, scale);
  const here = reading.amount;
  const up = firstThat(
    holds,
    here,
    knots.filter((knot) => knot > here),
  );
  const down = firstThat(holds, here, knots.filter((knot) => knot < here).reverse());
  const ends = [up, down].filter((end) => end !== null);
  if (ends.length === 0) return null;
  const amount = ends.reduce((best, end) => (Math.abs(end - here) < Math.abs(best - here) ? end : best));
  const from = formatScaled(here, scale.scale);
  const to = formatScaled(amount, scale.scale);
  return {
    change: describe(criterion, from, to, at(amount)),
    steps: Math.abs(amount - here),
    ofSteps: scale.inputs.at(-1)! - scale.inputs[0]!,
  };
}

/** The nearest amount that holds on the way along the knots; null if none does. */
function firstThat(
  holds: (amount: number) => boolean,
  here: number,
  knots: readonly number[],
): number | null {
  let near = here;
  for (const knot of knots) {
    if (holds(knot)) return halve(holds, near, knot);
    near = knot;
  }
  return null;
}

/** Between an amount that does not hold and one that does. */
function halve(holds: (amount: number) => boolean, outside: number, inside: number): number {
  let [no, yes] = [outside, inside];
  while (Math.abs(yes - no) > 1) {
    const middle = div(no + yes, 2);
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

/** The amounts at which the direction of the score can turn, or a hard rule begins or ends. */
function knotsOf({ rules }: Methodology, { index }: Criterion, { inputs }: NumberScale): number[] {
  const knots = new Set(inputs);
  for (const { tiers } of rules) {
    for (const { test } of tiers) {
      if (test.kind !== 'number' || test.criterion !== index) continue;
      for (const knot of [test.value - 1, test.value, test.value + 1]) if (knot >= 0) knots.add(knot);
    }
  }
  return [...knots].sort((a, b) => a - b);
}

function recompute({ methodology, inputs }: Trace, target: Criterion | Gate, reading: Reading): Trace {
  const changed: Inputs =
    'index' in target
      ? { ...inputs, criteria: inputs.criteria.with(target.index, reading) }
      : { ...inputs, gates: inputs.gates.with(methodology.gates.indexOf(target), reading) };
  return compute(methodology, changed);
}

function describe(target: Criterion | Gate, from: string, to: string, { final, band }: Trace): NearestChange {
  return {
    kind: 'index' in target ? 'criterion' : 'gate',
    id: target.id,
    from,
    to,
    final_score: formatHundredths(final),
    band: band.name,
  };
}
