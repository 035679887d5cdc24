// The audit trail of a workspace's agent tools.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, MEMBER_ROLES } from './act.ts';
import { GivenInstant, Id, Instant, PageInput, pageOf, strict, text, WorkspaceName } from './forms.ts';

export const agentCallActs = {
  'agent_calls.list': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description:
      "Lists the calls of agent tools by a workspace's keys, newest first. They are kept for 90 days.",
    input: strict({
      workspace: WorkspaceName,
      key: Type.Optional(text('Only calls with this key: its prefix, id or name.', 120)),
      tool: Type.Optional(text('Only calls of this tool.', 100)),
      outcome: Type.Optional(text('Only calls with this outcome.', 100)),
      since: Type.Optional(GivenInstant),
      until: Type.Optional(GivenInstant),
      ...PageInput,
    }),
    answer: pageOf(
      strict({
        at: Instant,
        key_id: Id,
        key_name: Type.String(),
        tool: nullable(Type.String(), { description: 'Null if the call did not name one of our tools.' }),
        endpoint: Type.Enum(['plain', 'mcp'], {
          type: 'string',
          description: 'The endpoint that was called: plain HTTP, or the Model Context Protocol.',
        }),
        outcome: Type.String({ description: 'ok, or the code of the problem.' }),
        duration_us: Type.Integer(),
        request_id: Type.String(),
      }),
    ),
    command: {
      name: 'agent-calls',
      limit: 100,
      columns: {
        AT: '{at|instant}',
        KEY: '{key_name}',
        TOOL: '{tool ?? "-"}',
        ENDPOINT: '{endpoint}',
        OUTCOME: '{outcome}',
        DURATION: '{duration_us|thousandths} ms',
        'REQUEST ID': '{request_id}',
      },
    },
  }),
};
