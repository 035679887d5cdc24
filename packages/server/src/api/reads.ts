// The operations that read published data. To add one, create its file and list it here.

import type { OperationId } from '@rf-indicators/contract';
import type { Read } from '../rendering/reading.ts';
import { getBadge } from './badges.ts';
import { getDataset } from './datasets/dataset.ts';
import { listDatasets } from './datasets/index-file.ts';
import { getAtomFeed, getJsonFeed } from './feeds/changelog-feeds.ts';
import { getCheckpoint } from './log/checkpoint.ts';
import { getLogList } from './log/list.ts';
import { getTile } from './log/tile.ts';
import { getChangelog } from './public/changelog.ts';
import { getConfirmation } from './public/confirmation.ts';
import { listPublicHistories } from './public/histories.ts';
import { getPublicHistory } from './public/history.ts';
import { listSigningKeys } from './public/keys.ts';
import { getMethodologyDifferences } from './public/methodology-differences.ts';
import { listPublicScores } from './public/scores.ts';
import { verifyIndicator } from './public/verify.ts';
import { getComputation } from './v1/computation.ts';
import { listIssuances } from './v1/issuances.ts';
import { getMethodology } from './v1/methodology.ts';
import { getScoreChanges } from './v1/scores-changes.ts';
import { getScore } from './v1/scores-get.ts';
import { getScoreHistory } from './v1/scores-history.ts';
import { listScores } from './v1/scores-list.ts';
import { getScorePeers } from './v1/scores-peers.ts';

export const READS = {
  listScores,
  getScore,
  getScoreHistory,
  getScoreChanges,
  getScorePeers,
  getMethodology,
  getComputation,
  listIssuances,
  listPublicScores,
  listPublicHistories,
  getPublicHistory,
  getChangelog,
  getMethodologyDifferences,
  verifyIndicator,
  getConfirmation,
  listSigningKeys,
  getCheckpoint,
  getTile,
  getLogList,
  getBadge,
  getAtomFeed,
  getJsonFeed,
  listDatasets,
  getDataset,
} satisfies Partial<Record<OperationId, Read>>;

export type ReadId = keyof typeof READS;
