// Notices of the service to a workspace, such as a disabled endpoint.

import { Type } from 'typebox';
import { act, MEMBER_ROLES } from './act.ts';
import { EpochMs, Id, listOf, strict, WorkspaceName } from './forms.ts';

export const noticeActs = {
  'notices.list': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description:
      'Lists the notices to a workspace, such as a disabled endpoint or a quota that is used up, newest first.',
    input: strict({ workspace: WorkspaceName }),
    answer: listOf(
      strict({
        id: Id,
        workspace_id: Id,
        kind: Type.String({
          description:
            'webhook.disabled, webhook.expired, quota.nearly_used or quota.used_up. More may be added.',
        }),
        subject: Type.String(),
        message: Type.String(),
        created_at: EpochMs,
      }),
    ),
  }),
};
