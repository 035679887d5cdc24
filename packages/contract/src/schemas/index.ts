// One file per resource. Each export in PascalCase is a schema and its type, and is listed in SCHEMAS by its name.

export * from './agent/index.ts';
export { CHANGELOG_KINDS, Changelog, ChangelogEntry, ChangelogKind, PublicationKind } from './changelog.ts';
export * from './common.ts';
export * from './computation.ts';
export * from './confirmation.ts';
export * from './decision-object.ts';
export * from './event-list.ts';
export * from './events/index.ts';
export * from './health.ts';
export { Issuance, IssuanceList, IssuanceStatus, IssuanceType } from './issuances.ts';
export * from './json-feed.ts';
export * from './methodology.ts';
export * from './methodology-differences.ts';
export * from './problem.ts';
export * from './proof.ts';
export * from './public-history.ts';
export { PublicScore, PublicScores } from './public-scores.ts';
export * from './score-changes.ts';
export * from './score-history.ts';
export * from './score-peers.ts';
export * from './score-request.ts';
export * from './score-snapshot.ts';
export { ScoreList, ScoreRow } from './scores.ts';
export * from './signing-keys.ts';
export * from './status.ts';
export * from './usage.ts';
export * from './verification.ts';
