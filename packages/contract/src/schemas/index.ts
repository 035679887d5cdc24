// One file a resource. What is exported here is a schema with its type, but for a few lists of values.

export * from './agent/index.ts';
export { Changelog, ChangelogEntry, ChangelogKind } from './changelog.ts';
export * from './common.ts';
export * from './computation.ts';
export * from './decision-object.ts';
export * from './health.ts';
export { Issuance, IssuanceList, IssuanceStatus, IssuanceType } from './issuances.ts';
export * from './methodology.ts';
export * from './problem.ts';
export * from './proof.ts';
export { PublicScore, PublicScores } from './public-scores.ts';
export * from './score-changes.ts';
export * from './score-history.ts';
export * from './score-request.ts';
export * from './score-snapshot.ts';
export { ScoreList, ScoreRow } from './scores.ts';
export * from './signing-keys.ts';
export * from './status.ts';
export * from './usage.ts';
export * from './verification.ts';
export * from './webhook-event.ts';
