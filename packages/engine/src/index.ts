// The public API of the engine. A test pins these names, so that no export changes unnoticed.

export { dayNumber } from './arithmetic/dates.ts';
export { formatHundredths, formatScaled, parseScaled } from './arithmetic/fixed.ts';
export { type Change, type ChangeKind, type ChangePart, explainChange } from './explain/change.ts';
export { COMMENTARY_VERSION, commentary } from './explain/commentary.ts';
export { type Lapses, lapsesOf } from './explain/lapses.ts';
export { type NearestChange, type NearestChanges, nearestChanges } from './explain/nearest-change.ts';
export {
  type BandChange,
  type GateLapse,
  type Outlook,
  type OutlookInput,
  type OutlookStep,
  type OutlookWindow,
  outlook,
} from './explain/outlook.ts';
export { capDetail, criterionReason } from './explain/reasons.ts';
export { type ValueChange, whatIf } from './explain/what-if.ts';
export { canonicalJson, type JsonValue } from './json/canonical.ts';
export { type JsonText, readJson } from './json/parse.ts';
export {
  fingerprintInGroups,
  KeyFormatError,
  keyFingerprint,
  parseSignerKey,
  parseVerifierKey,
  type Signer,
  signerKeyFromSeed,
  type VerifierKey,
  verifySignature,
} from './keys.ts';
export * from './log/index.ts';
export { MethodologyError, type MethodologyProblem } from './methodology/checker.ts';
export { type MethodologyDifference, methodologyDifferences } from './methodology/diff.ts';
export { type MethodologyDocument, PLANNER_TYPES, type PlannerType } from './methodology/document.ts';
export {
  type Criterion,
  frameworkVersion,
  type Gate,
  loadMethodology,
  type Methodology,
} from './methodology/methodology.ts';
export { checkSignOff, type SignOff, type SignOffVerdict, signMethodology } from './methodology/sign-off.ts';
export { methodologyProblems } from './methodology/validate.ts';
export { type ComputationAnswer, type LogEntry, makeAnswer, type Publication } from './package/answer.ts';
export { type AttachmentCheck, checkAttachments } from './package/attachments.ts';
export {
  CONFIRMATION_FAULTS,
  type ConfirmationAnswer,
  type ConfirmationFault,
  type ConfirmationRecord,
  isConfirmation,
  makeConfirmation,
  verifyConfirmation,
} from './package/confirmation.ts';
export { canonicalBytes, digestOf } from './package/digest.ts';
export {
  type ComputationPackage,
  type Configuration,
  identifyPackage,
  makePackage,
  type Packaged,
  type PackagedFact,
  type PackagedInput,
  type PackagedProvider,
  type PackageRequest,
  type Reference,
  scorePackage,
} from './package/package.ts';
export { PROOF_MEANINGS, type ProofStep, type PublisherKey, proofSteps } from './package/proof-steps.ts';
export { type Recomputed, recompute, type SignatureVerdict, type Unreadable } from './package/recompute.ts';
export {
  type PackageDigests,
  REPLAY_FAULTS,
  type ReplayFault,
  replay,
  replayAnswer,
  replayPackage,
} from './package/replay.ts';
export type { Check, Report } from './package/report.ts';
export {
  checkSignature,
  makeStatement,
  type Signature,
  type Statement,
  type Succession,
  signObject,
} from './package/statement.ts';
export { isVerificationId, verificationId } from './package/verification-id.ts';
export { VERIFY_FAULTS, type VerifyFault, verify, verifyAnswer } from './package/verify.ts';
export { type WitnessPolicy, type WitnessVerdict, witnessVerdict } from './package/witnesses.ts';
export * from './policy/index.ts';
export type { Assessment, CriterionStatus, FiredRule, Trace } from './scoring/compute.ts';
export type { Decision, Factor, HardCap } from './scoring/decision.ts';
export { INPUT_ERROR_CODES, type InputError, type InputErrorCode } from './scoring/input-errors.ts';
export {
  type InvalidResult,
  invalid,
  type NotScoredResult,
  type Outcome,
  type Scored,
  type ScoredResult,
  score,
} from './scoring/score.ts';
export { ENGINE_VERSION } from './version.ts';
