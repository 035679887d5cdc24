// What versions of policies look like, for the acts that keep them and for those that try them.

import { Digest } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { MEMBER_ROLES } from './act.ts';
import { Id, Instant, text } from './forms.ts';

export const policyReaders = { member: MEMBER_ROLES, staff: ['operator'] } as const;

export const PolicyName = text('Name of the policy.', 64);

export const versionMembers = {
  name: Type.String(),
  version: Type.Integer(),
  digest: Digest,
  state: Type.Enum(['draft', 'asked', 'active', 'replaced', 'stopped', 'discarded'], {
    type: 'string',
    description:
      'asked: its activation waits for a second person. replaced: a later version became active. stopped: it was ended without one.',
  }),
  shadow: Type.Boolean({
    description: 'Whether the draft is decided and logged with each call, and never returned.',
  }),
  saved_at: Instant,
  saved_by: Id,
  saved_by_name: Type.String(),
  asked_at: nullable(Instant),
  asked_by: nullable(Id),
  asked_by_name: nullable(Type.String()),
  refused_reason: nullable(Type.String(), {
    description: 'Why the last request to activate the draft was refused.',
  }),
  activated_at: nullable(Instant),
  activated_by: nullable(Id, { description: 'The second person; null where one was enough.' }),
  activated_by_name: nullable(Type.String()),
  stop_asked_by: nullable(Id, { description: 'Who asked to stop it, or stopped it alone.' }),
  stop_asked_by_name: nullable(Type.String()),
  replaced_at: nullable(Instant, { description: 'When it stopped deciding.' }),
};
