// Bindings of the acts about agent calls.

import { listCalls } from '../accounts/agent-calls.ts';
import type { ActsAbout, Bindings } from './binding.ts';

const DEFAULT_LIMIT = 100;

export const agentCallBindings: Bindings<ActsAbout<'agent_calls'>> = {
  'agent_calls.list': {
    perform: async ({ context }, workspace, { limit = DEFAULT_LIMIT }) => ({
      data: (await listCalls(context.store.db, workspace.id, limit)).map((call) => ({
        at: new Date(call.at).toISOString(),
        key_id: call.keyId,
        key_name: call.keyName,
        tool: call.tool,
        endpoint: call.endpoint,
        outcome: call.outcome,
        duration_us: call.durationUs,
        request_id: call.requestId,
      })),
    }),
  },
};
