// Reads whose responses nothing but a publication changes, and, after midnight, the date. All others are also dropped when a
// checkpoint is signed or cosigned, or a daily dump is made: a read that is missing here is read more often, and never outdated.

import type { OperationId } from '@rf-indicators/contract';
import type { PageReadId } from './reading.ts';

const OF_PUBLICATION: ReadonlySet<OperationId | PageReadId> = new Set<OperationId | PageReadId>([
  'getScore',
  'listScores',
  'getScoreHistory',
  'getScoreChanges',
  'getScorePeers',
  'getMethodology',
  'getMethodologyDifferences',
  'listIssuances',
  'listPublicScores',
  'listPublicHistories',
  'getPublicHistory',
  'getBadge',
  'getChangelog',
  'getAtomFeed',
  'getJsonFeed',
  'listSigningKeys',
  'scoresPage',
  'scoresRows',
  'scoresCsv',
  'changelogPage',
  'comparePage',
  'providerPage',
  'differencesPage',
  'providerNames',
  'searchPage',
  'searchResults',
]);

export function isOfPublication(id: OperationId | PageReadId): boolean {
  return OF_PUBLICATION.has(id);
}
