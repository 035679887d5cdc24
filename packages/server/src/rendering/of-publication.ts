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
  'getEvidenceOutlook',
  'getMethodology',
  'getMethodologyDifferences',
  'listIssuances',
  'listPublicScores',
  'listPublicHistories',
  'getPublicHistory',
  'getHistoryYear',
  'getBadge',
  'getChangelog',
  ...(['exportScoresCsv', 'exportScoresXlsx', 'exportCriteriaCsv', 'exportCriteriaXlsx'] as const),
  ...(['exportHistoryCsv', 'exportHistoryXlsx', 'exportChangesCsv', 'exportChangesXlsx'] as const),
  'getAtomFeed',
  'getJsonFeed',
  'listSigningKeys',
  'scoresPage',
  'scoresMap',
  'scoresRows',
  'scoresCsv',
  'changelogPage',
  'changelogCsv',
  'changePage',
  'weekPage',
  'weeksPage',
  'getWeeklyAtomFeed',
  'getWeeklyJsonFeed',
  'comparePage',
  'providerPage',
  'differencesPage',
  'providerNames',
  'indicatorCard',
  'changeCard',
  'embedPage',
  'embedChart',
  'oembed',
  'searchPage',
  'searchResults',
]);

export function isOfPublication(id: OperationId | PageReadId): boolean {
  return OF_PUBLICATION.has(id);
}
