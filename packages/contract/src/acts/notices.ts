// Notices of the service to a workspace, such as a disabled endpoint.

import { Type } from '../type.ts';
import { act, MEMBER_ROLES } from './act.ts';
import { GivenInstant, Id, Instant, PageInput, pageOf, strict, text, WorkspaceName } from './forms.ts';

export const noticeActs = {
  'notices.list': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description:
      'Lists the notices to a workspace, such as a disabled endpoint or a quota that is used up, newest first.',
    input: strict({
      workspace: WorkspaceName,
      kind: Type.Optional(
        text('Only this kind, or with a full stop at the end all that begin so, such as webhook.', 100),
      ),
      since: Type.Optional(GivenInstant),
      until: Type.Optional(GivenInstant),
      ...PageInput,
    }),
    answer: pageOf(
      strict({
        id: Id,
        workspace_id: Id,
        kind: Type.String({
          description:
            'webhook.disabled, webhook.expired, quota.nearly_used or quota.used_up. More may be added.',
        }),
        subject: Type.String(),
        message: Type.String(),
        created_at: Instant,
      }),
    ),
    command: {
      name: 'notices list',
      also: ['webhooks notices'],
      lines: ['{created_at|instant}  {message}'],
    },
  }),
};
