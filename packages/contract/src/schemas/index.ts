// Schemas that several subjects use; others are beside their operations. Each export in PascalCase is a schema and its type, and
// is listed in SCHEMAS by its name.

export * from './agent/index.ts';
export {
  Attachment,
  Disclosures,
  RATIONALE_LENGTH,
  REVIEW_DIRECTIONS,
  Review,
  Voters,
} from './analysis.ts';
export { CHANGELOG_KINDS, Changelog, ChangelogEntry, ChangelogKind, PublicationKind } from './changelog.ts';
export * from './common.ts';
export { DecisionObject, Factor, HardCap } from './decision-object.ts';
export * from './events/index.ts';
export {
  EvidenceOutlook,
  OUTLOOK_DAYS,
  OUTLOOK_MEANING,
  OutlookInput,
  OutlookStep,
} from './evidence-outlook.ts';
export { Identifier } from './identifiers.ts';
export { Issuance, IssuanceList, IssuanceStatus, IssuanceType } from './issuances.ts';
export * from './methodology.ts';
export * from './methodology-differences.ts';
export {
  DecidedProvider,
  DecisionsDocument,
  Exposure,
  KeptDecisions,
  PolicySnapshot,
  SignedBundle,
  SignedDecisions,
} from './policies.ts';
export * from './problem.ts';
export * from './proof.ts';
export { PublicScore, PublicScores } from './public-scores.ts';
export * from './score-changes.ts';
export * from './score-snapshot.ts';
export { ScoreList, ScoreRow } from './scores.ts';
export * from './status.ts';
export { WithdrawnIndicator } from './withdrawn.ts';
