// Sentences that explain a result, built from the values behind it. They are deterministic but not part of the
// canonical result, so their wording can change without changing a published score. They give dates instead of ages,
// because they are read long after the scoring date.

import { formatHundredths } from '../arithmetic/fixed.ts';
import type { Test } from '../methodology/methodology.ts';
import type { Assessment, FiredRule, Trace } from '../scoring/compute.ts';
import type { Reading } from '../scoring/inputs.ts';
import { dateAfter, gateLabel, listed, readable, readingText } from './wording.ts';

/** One sentence on why a criterion has its points. */
export function criterionReason({ criterion, status, reading, raw, points }: Assessment): string {
  if (reading === null) return 'No current evidence is on file, so it earns no points.';
  const { maxAge } = criterion;
  if (status === 'expired') {
    return `The evidence is dated ${reading.evidenceDate} and stopped counting on ${dateAfter(reading, 2 * maxAge)}, so it earns no points.`;
  }
  const value = readingText(criterion, reading);
  const found = criterion.input.kind === 'number' ? `At ${value}, it` : `Assessed as ${value}, it`;
  const earned = `${found} earns ${formatHundredths(raw)} of 100.00 points`;
  if (status === 'scored' || points === raw) return `${earned}.`;
  return `${earned}, reduced to ${formatHundredths(points)} because the evidence is dated ${reading.evidenceDate} and counted in full only until ${dateAfter(reading, maxAge)}.`;
}

/** Why a hard rule fired, and what it does to the score. */
export function capDetail(trace: Trace, { tier, binding }: FiredRule): string {
  const effect = binding ? 'which limits the score to' : 'which allows a score of at most';
  return `${conditionText(trace, tier.test)}, ${effect} ${formatHundredths(tier.cap)}.`;
}

function conditionText(trace: Trace, test: Test): string {
  const { methodology, inputs } = trace;
  switch (test.kind) {
    case 'number':
    case 'option':
      return criterionCondition(trace, test.criterion);
    case 'gate': {
      const gate = methodology.gates[test.gate]!;
      return `${gateLabel(gate)} is ${readable(inputs.gates[test.gate]!.value)}`;
    }
    case 'confidence':
      return `Evidence quality (confidence) is ${formatHundredths(trace.confidence)}, below ${formatHundredths(test.value)}`;
    case 'any_missing':
      return `There is no current evidence for ${listed(labelsWithoutEvidence(trace, test.criteria))}`;
  }
}

/** A rule also fires on the last known value. The text does not hide that this value may be out of date. */
function criterionCondition({ assessments }: Trace, index: number): string {
  const { criterion, reading, freshness } = assessments.find(({ criterion }) => criterion.index === index)!;
  const value = readingText(criterion, reading!);
  if (freshness > 0) return `${criterion.label} is ${value}`;
  return `The last evidence for ${criterion.label}, dated ${reading!.evidenceDate} and no longer current, says ${value}`;
}

/** The evidence that a rule fired on; null for rules on the evidence as a whole. */
export function evidenceOf({ inputs }: Trace, { tier: { test } }: FiredRule): Reading | null {
  if (test.kind === 'gate') return inputs.gates[test.gate]!;
  return test.kind === 'number' || test.kind === 'option' ? inputs.criteria[test.criterion]! : null;
}

function labelsWithoutEvidence({ assessments }: Trace, criteria: readonly number[]): string[] {
  return assessments
    .filter(({ criterion, freshness }) => criteria.includes(criterion.index) && freshness === 0)
    .map(({ criterion }) => criterion.label);
}
