// What is kept of a call: it counts in the workspace's usage by its tool, and stands in the audit trail.

import type { AgentToolName } from '@rf-indicators/contract';
import type { FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import type { AgentDoor } from '../store/schema.ts';

export const OPERATION = 'callAgentTool';

export interface Recorder {
  /** The request called a tool, or tried to; null where it named none of ours. */
  called(tool: AgentToolName | null, outcome: string): void;
  /** It was a message of another kind. */
  other(): void;
}

export function callRecorder({
  door,
  calls,
}: Pick<AppDependencies, 'door' | 'calls'>): (request: FastifyRequest, by: AgentDoor) => Recorder {
  return (request, by) => {
    const { counter, row } = request.admission!.credential!;
    const begun = door.clock();
    return {
      called(tool, outcome) {
        const now = door.clock();
        door.usage.count(counter, tool === null ? OPERATION : `${OPERATION}:${tool}`, 'accepted', now);
        calls.record({
          keyId: row.keyId,
          at: Math.floor(begun),
          requestId: request.id,
          door: by,
          tool,
          outcome,
          durationUs: Math.round((now - begun) * 1000),
        });
      },
      other: () => door.usage.count(counter, OPERATION, 'accepted', begun),
    };
  };
}
