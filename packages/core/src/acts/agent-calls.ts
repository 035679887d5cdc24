// Bindings of the acts about agent calls.

import { CALL_ORDER, listCalls } from '../accounts/agent-call-list.ts';
import type { Portion } from '../context/paging.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const agentCallBindings: Bindings<ActsAbout<'agent_calls'>> = {
  'agent_calls.list': {
    perform: async ({ context }, { id }, filter) => {
      const read = (portion: Portion) => listCalls(context.store.db, id, filter, portion);
      const { data, next_cursor } = await CALL_ORDER.page(filter, read);
      return {
        data: data.map((call) => ({
          at: new Date(call.at).toISOString(),
          key_id: call.keyId,
          key_name: call.keyName,
          tool: call.tool,
          endpoint: call.endpoint,
          outcome: call.outcome,
          duration_us: call.durationUs,
          request_id: call.requestId,
        })),
        next_cursor,
      };
    },
  },
};
