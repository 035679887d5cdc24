// Operations that are not reads of what is published: they tell of now, or write.

import type { OperationId } from '@rf-indicators/contract';
import type { AppDependencies } from '../dependencies.ts';
import type { Handler } from '../http/handler.ts';
import { getHealth, getReadiness } from './health.ts';
import { getOpenApi, getOpenApiYaml } from './openapi.ts';
import { requestScore } from './public/score-request.ts';
import type { ReadId } from './reads.ts';
import { getStatus } from './v1/status.ts';
import { getUsage } from './v1/usage.ts';

export const HANDLERS: Record<Exclude<OperationId, ReadId>, (dependencies: AppDependencies) => Handler> = {
  getStatus,
  getUsage,
  requestScore,
  getHealth,
  getReadiness,
  getOpenApi,
  getOpenApiYaml,
};
