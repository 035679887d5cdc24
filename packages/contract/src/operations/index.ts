// The operations of the API, one file for each subject, with the schemas that only these operations use. The server has a
// route for each operation, and no other API routes.

import agentOperations from './agent.ts';
import changeOperations from './changes.ts';
import datasetOperations from './datasets.ts';
import decisionOperations from './decisions.ts';
import eventOperations from './events.ts';
import exportOperations from './exports.ts';
import historyOperations from './history.ts';
import issuanceOperations from './issuances.ts';
import logOperations from './log.ts';
import methodologyOperations from './methodology.ts';
import type { Operation } from './operation.ts';
import proofOperations from './proofs.ts';
import publicScoreOperations from './public-scores.ts';
import resolveOperations from './resolving.ts';
import scoreRequestOperations from './score-requests.ts';
import scoreOperations from './scores.ts';
import serviceOperations from './service.ts';
import usageOperations from './usage.ts';

export * from './agent.ts';
export * from './changes.ts';
export * from './datasets.ts';
export * from './decisions.ts';
export * from './events.ts';
export * from './exports.ts';
export * from './history.ts';
export * from './issuances.ts';
export * from './log.ts';
export * from './methodology.ts';
export * from './proofs.ts';
export * from './public-scores.ts';
export * from './resolving.ts';
export * from './score-requests.ts';
export * from './scores.ts';
export * from './service.ts';
export * from './usage.ts';

export const OPERATIONS = {
  ...scoreOperations,
  ...resolveOperations,
  ...decisionOperations,
  ...exportOperations,
  ...methodologyOperations,
  ...proofOperations,
  ...issuanceOperations,
  ...eventOperations,
  ...usageOperations,
  ...publicScoreOperations,
  ...changeOperations,
  ...scoreRequestOperations,
  ...logOperations,
  ...datasetOperations,
  ...historyOperations,
  ...serviceOperations,
  ...agentOperations,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;
