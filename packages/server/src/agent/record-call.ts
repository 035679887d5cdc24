// Records agent calls in the usage of the workspace, by tool, and in the audit trail.

import { AGENT_TOOLS, type AgentToolName } from '@rf-indicators/contract';
import type { AgentEndpoint } from '@rf-indicators/core/store/schema';
import type { FastifyRequest } from 'fastify';
import type { AgentDependencies } from './dependencies.ts';

export const OPERATION = 'callAgentTool';
const BY_TOOL = Object.fromEntries(AGENT_TOOLS.map((tool) => [tool, `${OPERATION}:${tool}`]));

/** A request that may turn out to be a tool call. */
export interface StartedCall {
  request: FastifyRequest;
  endpoint: AgentEndpoint;
  /** Epoch milliseconds, by the clock of the service. */
  at: number;
}

export interface Recorder {
  start(request: FastifyRequest, endpoint: AgentEndpoint): StartedCall;
  /** Records a tool call. `tool` is null if the request named no known tool. */
  called(started: StartedCall, tool: AgentToolName | null, outcome: string): void;
  /** Counts a request that is not a tool call or could not be parsed. */
  other(request: FastifyRequest): void;
}

export function callRecorder({
  clock,
  usage,
  calls,
}: Pick<AgentDependencies, 'clock' | 'usage' | 'calls'>): Recorder {
  return {
    start: (request, endpoint) => ({ request, endpoint, at: clock() }),
    called({ request, endpoint, at }, tool, outcome) {
      const { counter, row } = request.admission!.credential!;
      const now = clock();
      usage.count(counter, tool === null ? OPERATION : BY_TOOL[tool]!, 'accepted', now);
      calls.record({
        keyId: row.keyId,
        at: Math.floor(at),
        requestId: request.id,
        endpoint,
        tool,
        outcome,
        durationUs: Math.round((now - at) * 1000),
      });
    },
    other(request) {
      usage.count(request.admission!.credential!.counter, OPERATION, 'accepted', clock());
    },
  };
}

/** Of the key of an admitted request. */
export function workspaceOf({ admission }: FastifyRequest): string {
  return admission!.credential!.row.workspaceId;
}
