// Sentences that explain a result, built from the values behind it. They are deterministic but not part of the
// canonical result, so their wording can change without changing a published score.

import { formatHundredths } from '../arithmetic/fixed.ts';
import type { Gate, Test } from '../methodology/methodology.ts';
import type { Assessment, FiredRule, Trace } from '../scoring/compute.ts';
import { valueText } from '../scoring/decision.ts';

/** One sentence on why a criterion has its points. */
export function criterionReason({ criterion, status, reading, raw, points }: Assessment): string {
  if (reading === null) return 'No evidence is on file, so it earns no points.';
  if (status === 'expired') {
    return `The evidence is ${reading.age} days old and lapsed after ${2 * criterion.maxAge}, so it earns no points.`;
  }
  const value = readable(valueText(criterion, reading));
  const found = criterion.input.kind === 'number' ? `At ${value} it` : `Assessed as ${value}, it`;
  const earned = `${found} earns ${formatHundredths(raw)} of 100.00 points`;
  if (status === 'scored') return `${earned}.`;
  return `${earned}, reduced to ${formatHundredths(points)} because the evidence is ${reading.age} days old and counts in full for ${criterion.maxAge}.`;
}

/** Why a hard rule fired, and what it does to the score. */
export function capDetail(trace: Trace, { tier, binding }: FiredRule): string {
  const effect = binding ? 'which limits the score to' : 'which allows at most';
  return `${conditionText(trace, tier.test)}, ${effect} ${formatHundredths(tier.cap)}.`;
}

function conditionText(trace: Trace, test: Test): string {
  const { methodology, inputs } = trace;
  switch (test.kind) {
    case 'number':
    case 'option': {
      const criterion = methodology.criteria[test.criterion]!;
      return `${criterion.label} is ${readable(valueText(criterion, inputs.criteria[test.criterion]!))}`;
    }
    case 'gate': {
      const gate = methodology.gates[test.gate]!;
      return `${gateLabel(gate)} is ${readable(inputs.gates[test.gate]!.value)}`;
    }
    case 'confidence':
      return `Confidence is ${formatHundredths(trace.confidence)}, below ${formatHundredths(test.value)}`;
    case 'any_missing':
      return `There is no live evidence for ${listed(missingLabels(trace, test.criteria))}`;
  }
}

function missingLabels({ assessments }: Trace, criteria: readonly number[]): string[] {
  return assessments
    .filter(({ criterion, freshness }) => criteria.includes(criterion.index) && freshness === 0)
    .map(({ criterion }) => criterion.label);
}

/** Gates have no label, so one is made from the id: "insolvency_status" becomes "Insolvency status". */
export function gateLabel({ id }: Gate): string {
  const words = readable(id);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Replaces underscores with spaces: "on_terms" becomes "on terms". */
export function readable(value: string): string {
  return value.replaceAll('_', ' ');
}

export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
