// The usage of a workspace's keys, for its members. A key itself reads only its own, with GET /api/v1/usage.

import { Type } from 'typebox';
import { CivilDate, TierName } from '../schemas/common.ts';
import { act, MEMBER_ROLES } from './act.ts';
import { EpochMs, Id, listOf, strict, WorkspaceName } from './forms.ts';

const Count = Type.Integer({ minimum: 0 });

export const usageActs = {
  'usage.list': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description: 'Lists the requests of all keys of a workspace by day (UTC), newest first.',
    input: strict({
      workspace: WorkspaceName,
      since: Type.Optional(
        Type.Integer({
          ...EpochMs,
          description: 'From the day of this instant on; the last 30 days if absent.',
        }),
      ),
    }),
    answer: listOf(
      strict({
        day: CivilDate,
        key_id: Id,
        key_name: Type.String(),
        key_prefix: Type.String(),
        tier: TierName,
        accepted: Count,
        refused: Type.Integer({ minimum: 0, description: 'Requests over the limit.' }),
      }),
    ),
  }),
};
