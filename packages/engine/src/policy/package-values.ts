// What a decision reads of a package: the part of a snapshot that anyone can derive again from it.

import { formatHundredths, parseScaled } from '../arithmetic/fixed.ts';
import { frameworkVersion, type Methodology } from '../methodology/methodology.ts';
import type { ComputationPackage } from '../package/package.ts';
import type { Band } from './catalogue.ts';
import type { PolicySnapshot } from './snapshot.ts';

/** The members of a snapshot that follow from the package of its indicator. */
export type PackageValues = Pick<
  PolicySnapshot,
  | 'band'
  | 'caps'
  | 'evidence_quality'
  | 'framework'
  | 'modules'
  | 'newest_evidence'
  | 'oldest_evidence'
  | 'product_type'
  | 'score'
  | 'yield'
>;

/** Of a package that this framework scored. */
export function packageValues(
  methodology: Methodology,
  { result, gates, inputs, facts = {} }: ComputationPackage,
): PackageValues {
  const fired = new Set(result.decision.hard_caps_fired.map(({ rule_id }) => rule_id));
  const { yield_min: least, yield_max: most } = facts;
  return {
    ...evidenceDates(result, gates, inputs),
    band: result.band as Band,
    caps: Object.fromEntries(methodology.rules.map(({ id }) => [id, fired.has(id)])),
    evidence_quality: result.confidence,
    framework: frameworkVersion(methodology.document),
    modules: Object.fromEntries(
      result.modules.map(({ id, score, weight }) => [id, weight === '0.00' ? null : score]),
    ),
    product_type: result.planner_type,
    score: result.final_score,
    // Not known of packages that were made before yields were facts.
    ...(least && most && { yield: { lowest: inHundredths(least.value), highest: inHundredths(most.value) } }),
  };
}

/** Of the gates, and of the criteria that have evidence which counts. */
function evidenceDates(
  { criteria }: ComputationPackage['result'],
  gates: ComputationPackage['gates'],
  inputs: ComputationPackage['inputs'],
) {
  const counting = criteria.flatMap(({ id, status }) =>
    status === 'scored' || status === 'stale' ? (inputs[id] ?? []) : [],
  );
  const dates = [...Object.values(gates), ...counting].map(({ evidence_date }) => evidence_date).sort();
  return { oldest_evidence: dates[0]!, newest_evidence: dates.at(-1)! };
}

/** "4.5" is "4.50". */
function inHundredths(percent: string): string {
  return formatHundredths(parseScaled(percent, 2)!);
}
