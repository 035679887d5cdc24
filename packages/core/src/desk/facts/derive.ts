// Inputs that follow from others (entry checks E2 and E4 of the methodology, section 4.5) are derived in each run,
// with the weaker grade and the older date of the figures that they are calculated from.

import { formatHundredths, type Methodology, parseScaled } from '@rf-indicators/engine';
import { gradeRank } from './evidence-rules.ts';
import { signedHundredths } from './fact-definitions.ts';
import type { KnownFact, KnownInput } from './known.ts';

const FULL = 100_00;

/** E2: the promised yield above the reference rate of the payout currency, in hundredths of a percent. */
export function yieldSpread(yieldMax: number, referenceRate: number): number {
  return Math.max(0, yieldMax - referenceRate);
}

/**
 * E4: the largest fall in the bitcoin price, in percent and rounded down, after which the backing still covers the
 * claims. `bitcoinPart` is the bitcoin in the backing, in percent of claims; by default all of the backing.
 */
export function shockAbsorption(reserveCoverage: number, bitcoinPart = reserveCoverage): number {
  if (reserveCoverage <= FULL) return 0;
  // At most 10^4 times 10^11: far below 2^53, so every step is exact.
  const numerator = FULL * (reserveCoverage - FULL);
  return Math.min(FULL, (numerator - (numerator % bitcoinPart)) / bitcoinPart);
}

/** The facts of a provider from which inputs can be derived. */
export interface Bases {
  facts: Readonly<Record<string, KnownFact>>;
  inputs: Readonly<Record<string, KnownInput>>;
  /** The flag; true if it is absent. */
  bitcoinBacked: boolean;
  /** From before it was a fact of its own: the bitcoin part that was entered together with btc_shock_absorption. */
  enteredBitcoinPart: KnownInput | null;
}

/** An input is derived even while a figure that it needs is missing; then it has no value (null). */
export type Derived = Map<string, KnownInput | null>;

export function deriveInputs(methodology: Methodology, bases: Bases): Derived {
  const derived: Derived = new Map();
  if (methodology.criterionById.has('yield_spread')) {
    const spread = deriveSpread(methodology, bases);
    if (spread !== undefined) derived.set('yield_spread', spread);
  }
  if (methodology.criterionById.has('btc_shock_absorption') && absorptionIsDerived(bases)) {
    derived.set('btc_shock_absorption', deriveAbsorption(methodology, bases));
  }
  return derived;
}

/** undefined if the yield has no evidence of its own yet; then an entered spread stays. */
function deriveSpread(methodology: Methodology, { facts }: Bases): KnownInput | null | undefined {
  const { yield_max, payout_currency, reference_rate } = facts;
  if (yield_max === undefined || yield_max.grade === null) return undefined;
  const max = parseScaled(yield_max.value, 2)!;
  if (payout_currency?.value === 'BTC') {
    // Bitcoin has no yield of its own, so its rate is 0.00 by definition.
    return derivedInput(methodology, 'E2', yieldSpread(max, 0), { yield_max });
  }
  if (reference_rate === undefined || reference_rate.grade === null) return null;
  const rate = signedHundredths(reference_rate.value)!;
  return derivedInput(methodology, 'E2', yieldSpread(max, rate), { yield_max, reference_rate });
}

/** For a provider that pays in bitcoin, the absorption is an input of its own. */
export function absorptionIsDerived({
  bitcoinBacked,
  facts,
}: Pick<Bases, 'bitcoinBacked' | 'facts'>): boolean {
  return bitcoinBacked && facts.payout_currency !== undefined && facts.payout_currency.value !== 'BTC';
}

function deriveAbsorption(methodology: Methodology, bases: Bases): KnownInput | null {
  const { reserve_coverage } = bases.inputs;
  if (reserve_coverage === undefined) return null;
  const coverage = parseScaled(reserve_coverage.value, 2)!;
  const part = bases.facts.bitcoin_part ?? bases.enteredBitcoinPart;
  if (!part) return derivedInput(methodology, 'E4', shockAbsorption(coverage), { reserve_coverage });
  const value = shockAbsorption(coverage, parseScaled(part.value, 2)!);
  return derivedInput(methodology, 'E4', value, { reserve_coverage, bitcoin_part: part });
}

function derivedInput(
  methodology: Methodology,
  check: 'E2' | 'E4',
  hundredths: number,
  bases: Record<string, KnownFact | KnownInput>,
): KnownInput {
  const figures = Object.values(bases);
  const weakest = figures.reduce((weaker, figure) =>
    gradeRank(methodology, figure.grade!) < gradeRank(methodology, weaker.grade!) ? figure : weaker,
  );
  const oldest = Object.entries(bases).reduce((older, base) =>
    base[1].evidence_date! < older[1].evidence_date! ? base : older,
  );
  return {
    value: formatHundredths(hundredths),
    grade: weakest.grade!,
    evidence_date: oldest[1].evidence_date!,
    evidence: null,
    approval: { derived: check, from: Object.keys(bases) },
    proposalId: null,
    renewal: false,
    oldestBase: oldest[0],
  };
}
