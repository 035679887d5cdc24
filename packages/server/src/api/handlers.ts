// Handlers of the operations that do not read published data alone: status, usage, events of a workspace, decisions, score requests
// and the OpenAPI document.

import type { OperationId } from '@rf-indicators/contract';
import type { Handler } from '../http/handler.ts';
import { exportDecisionsCsv, exportDecisionsXlsx } from './decision-exports.ts';
import { evaluate, getDecisions, getPolicyBundle } from './decisions.ts';
import type { ApiDependencies } from './dependencies.ts';
import { listEvents } from './events.ts';
import { getOpenApi, getOpenApiYaml } from './openapi.ts';
import type { ReadId } from './reads.ts';
import { resolve } from './resolving.ts';
import { getScoreRequest, requestScore } from './score-requests.ts';
import { getHealth, getReadiness, getStatus } from './status.ts';
import { getUsage } from './usage.ts';

/** The OpenAPI documents need no running service. */
export const DOCUMENTS = { getOpenApi, getOpenApiYaml } satisfies Partial<Record<OperationId, unknown>>;
export type DocumentId = keyof typeof DOCUMENTS;

/** The agent operations have routes of their own. */
export type HandledId = Exclude<OperationId, ReadId | DocumentId | 'callAgentTool' | 'getAgentManifest'>;

export const HANDLERS: Record<HandledId, (dependencies: ApiDependencies) => Handler> = {
  getStatus,
  getUsage,
  evaluate,
  getDecisions,
  getPolicyBundle,
  exportDecisionsCsv,
  exportDecisionsXlsx,
  listEvents,
  resolve,
  requestScore,
  getScoreRequest,
  getHealth,
  getReadiness,
};
