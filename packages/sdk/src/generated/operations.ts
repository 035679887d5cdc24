// Generated from packages/contract by `npm run generate`. Do not edit.

import type {
  Changelog,
  ComputationAnswer,
  Confirmation,
  EventList,
  IssuanceList,
  Methodology,
  MethodologyDifferences,
  PublicHistories,
  PublicHistory,
  PublicScores,
  ScoreChanges,
  ScoreHistory,
  ScoreList,
  ScorePeers,
  ScoreRequestOutcome,
  ScoreSnapshot,
  SigningKeys,
  Status,
  Usage,
  Verification,
} from './wire.ts';

/** The read operations. The API key is sent only where `keyed` is true. */
export const READ_OPERATIONS = {
  listScores: { path: '/api/v1/scores', keyed: true },
  getScore: { path: '/api/v1/scores/{providerId}', keyed: true },
  getScoreHistory: { path: '/api/v1/scores/{providerId}/history', keyed: true },
  getScoreChanges: { path: '/api/v1/scores/{providerId}/changes', keyed: true },
  getScorePeers: { path: '/api/v1/scores/{providerId}/peers', keyed: true },
  getMethodology: { path: '/api/v1/methodology', keyed: true },
  getComputation: { path: '/api/v1/computation/{id}', keyed: true },
  listIssuances: { path: '/api/v1/issuances', keyed: true },
  listEvents: { path: '/api/v1/events', keyed: true },
  getUsage: { path: '/api/v1/usage', keyed: true },
  getStatus: { path: '/api/v1/status', keyed: false },
  listPublicScores: { path: '/api/public/scores', keyed: false },
  listPublicHistories: { path: '/api/public/history', keyed: false },
  getPublicHistory: { path: '/api/public/history/{slug}', keyed: false },
  getChangelog: { path: '/api/public/changelog', keyed: false },
  getMethodologyDifferences: { path: '/api/public/methodology/{version}/differences', keyed: false },
  getScoreRequest: { path: '/api/public/score-request/{request_id}', keyed: false },
  verifyIndicator: { path: '/api/public/verify/{verification_id}', keyed: false },
  getConfirmation: { path: '/api/public/confirmations/{run}', keyed: false },
  listSigningKeys: { path: '/api/public/keys', keyed: false },
} as const;

/** The type of each operation's answer. */
export interface ReadAnswers {
  listScores: ScoreList;
  getScore: ScoreSnapshot;
  getScoreHistory: ScoreHistory;
  getScoreChanges: ScoreChanges;
  getScorePeers: ScorePeers;
  getMethodology: Methodology;
  getComputation: ComputationAnswer;
  listIssuances: IssuanceList;
  listEvents: EventList;
  getUsage: Usage;
  getStatus: Status;
  listPublicScores: PublicScores;
  listPublicHistories: PublicHistories;
  getPublicHistory: PublicHistory;
  getChangelog: Changelog;
  getMethodologyDifferences: MethodologyDifferences;
  getScoreRequest: ScoreRequestOutcome;
  verifyIndicator: Verification;
  getConfirmation: Confirmation;
  listSigningKeys: SigningKeys;
}
