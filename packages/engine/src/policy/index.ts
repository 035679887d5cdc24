// Policies: conditions over named values of a provider, and the decision that follows.

export { decisionsProblem } from './answer.ts';
export {
  BUNDLE_FORMAT,
  type BundledProvider,
  bundleDocument,
  type PolicyBundle,
  unknownSnapshot,
} from './bundle.ts';
export {
  BANDS,
  type Band,
  LONGEST_WINDOW,
  POLICY_OPERATORS,
  POLICY_VALUES,
  type PolicyValue,
  type ValueName,
} from './catalogue.ts';
export { decide, type Exposure, type HeldRule, type PolicyDecision } from './decide.ts';
export { policyDigest } from './digest.ts';
export {
  type Comparison,
  comparisonsIn,
  type Expression,
  POLICY_DECISIONS,
  type Policy,
  type PolicyException,
  type PolicyScope,
  type Rule,
} from './document.ts';
export { type PolicyFinding, policyFindings } from './lint.ts';
export { type PackageValues, packageValues } from './package-values.ts';
export {
  DECISIONS_FAULTS,
  type DecidedPackage,
  type DecisionsFault,
  type KeptDecisions,
  replayDecisions,
} from './replay-decisions.ts';
export { bookInScope } from './scope.ts';
export {
  DECISIONS_FORMAT,
  type DecidedProvider,
  type DecisionsDocument,
  decisionsDocument,
  type EvaluationRequest,
  type NamedSnapshot,
  type PolicyReference,
  requestDigest,
  type SignedDecisions,
} from './signed-decisions.ts';
export { checkFormatted, signFormatted } from './signing.ts';
export type { HistoryStep, PolicySnapshot } from './snapshot.ts';
export { validUntil } from './valid-until.ts';
export { isPolicy, type PolicyProblem, policyProblems } from './validate.ts';
