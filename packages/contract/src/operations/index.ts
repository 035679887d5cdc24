// The operations of the API. The server has a route for each of them, and no other API routes.

import { callAgentTool, getAgentManifest } from './agent.ts';
import { getDataset, listDatasets } from './datasets.ts';
import { getComputation, getMethodology, getUsage, listEvents, listIssuances } from './keyed.ts';
import type { Operation } from './operation.ts';
import {
  getCheckpoint,
  getConfirmation,
  getLogList,
  getTile,
  listSigningKeys,
  verifyIndicator,
} from './proofs.ts';
import {
  getAtomFeed,
  getBadge,
  getChangelog,
  getJsonFeed,
  getMethodologyDifferences,
  getPublicHistory,
  getScoreRequest,
  listPublicHistories,
  listPublicScores,
  requestScore,
} from './public.ts';
import { getScore, getScoreChanges, getScoreHistory, getScorePeers, listScores } from './scores.ts';
import { getHealth, getOpenApi, getOpenApiYaml, getReadiness, getStatus } from './service.ts';

export const OPERATIONS = {
  listScores,
  getScore,
  getScoreHistory,
  getScoreChanges,
  getScorePeers,
  getMethodology,
  getComputation,
  listIssuances,
  listEvents,
  getUsage,
  getStatus,
  listPublicScores,
  listPublicHistories,
  getPublicHistory,
  getChangelog,
  getMethodologyDifferences,
  requestScore,
  getScoreRequest,
  verifyIndicator,
  getConfirmation,
  listSigningKeys,
  getHealth,
  getReadiness,
  getOpenApi,
  getOpenApiYaml,
  getCheckpoint,
  getTile,
  getLogList,
  getBadge,
  getAtomFeed,
  getJsonFeed,
  listDatasets,
  getDataset,
  getAgentManifest,
  callAgentTool,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;
