// Calls of a workspace's keys that were refused or failed, for finding out why.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, MEMBER_ROLES } from './act.ts';
import { GivenInstant, Id, Instant, PageInput, pageOf, strict, text, WorkspaceName } from './forms.ts';

export const failedCallActs = {
  'failed_calls.list': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description:
      'Lists the calls of the last 7 days that were refused (4xx) or failed (5xx), newest first. Of a key, up to 10 calls per minute and status are kept one by one, and the others are counted. Calls with an unknown key belong to no workspace. The latest second may be missing.',
    input: strict({
      workspace: WorkspaceName,
      request_id: Type.Optional(text('Only the calls with this request id, as x-request-id gave it.', 64)),
      key: Type.Optional(text('Only calls with this key: its prefix, id or name.', 120)),
      status: Type.Optional(
        Type.Integer({ minimum: 400, maximum: 599, description: 'Only this HTTP status.' }),
      ),
      code: Type.Optional(text('Only calls that were answered with this problem code.', 100)),
      operation: Type.Optional(text('Only calls of this operation, such as getScore.', 100)),
      since: Type.Optional(GivenInstant),
      until: Type.Optional(GivenInstant),
      ...PageInput,
    }),
    answer: pageOf(
      strict({
        at: Instant,
        key_id: Id,
        key_name: Type.String(),
        key_prefix: Type.String(),
        request_id: nullable(Type.String(), {
          description:
            'Null, like the operation, the status and the code, in an entry of calls that were only counted.',
        }),
        operation: nullable(Type.String()),
        status: nullable(Type.Integer()),
        code: nullable(Type.String(), {
          description:
            'The code of the problem. Null also for a refusal in the format of the Model Context Protocol.',
        }),
        calls: Type.Integer({
          minimum: 1,
          description: '1, or the number of further calls of the key in the minute that begins at this time.',
        }),
      }),
    ),
    command: {
      name: 'failed-calls',
      options: { request_id: { flag: '--request <id>' } },
      limit: 100,
      columns: {
        AT: '{at|instant}',
        KEY: '{key_name}',
        OPERATION: '{operation ?? "-"}',
        STATUS: '{status ?? "-"}',
        PROBLEM: '[{code}][{unless code}[{if request_id}-][{unless request_id}{calls} more in this minute]]',
        'REQUEST ID': '{request_id ?? "-"}',
      },
    },
  }),
};
