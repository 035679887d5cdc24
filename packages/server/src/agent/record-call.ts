// What is kept of a call: it counts in the workspace's usage by its tool, and stands in the audit trail.

import { AGENT_TOOLS, type AgentToolName } from '@rf-indicators/contract';
import type { AgentEndpoint } from '@rf-indicators/core/store/schema';
import type { FastifyRequest } from 'fastify';
import type { AgentDependencies } from './dependencies.ts';

export const OPERATION = 'callAgentTool';
const BY_TOOL = Object.fromEntries(AGENT_TOOLS.map((tool) => [tool, `${OPERATION}:${tool}`]));

/** A request that may turn out to be a call. */
export interface Begun {
  request: FastifyRequest;
  endpoint: AgentEndpoint;
  /** By the clock of the service. */
  at: number;
}

export interface Recorder {
  begin(request: FastifyRequest, endpoint: AgentEndpoint): Begun;
  /** It called a tool, or tried to; null where it named none of ours. */
  called(begun: Begun, tool: AgentToolName | null, outcome: string): void;
  /** It was a message of another kind, or could not be read. */
  other(request: FastifyRequest): void;
}

export function callRecorder({
  clock,
  usage,
  calls,
}: Pick<AgentDependencies, 'clock' | 'usage' | 'calls'>): Recorder {
  return {
    begin: (request, endpoint) => ({ request, endpoint, at: clock() }),
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
