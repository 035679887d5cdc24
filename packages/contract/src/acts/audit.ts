// The audit trail: who did what, when, and what it changed.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, MEMBER_ROLES, STAFF_ROLES } from './act.ts';
import {
  GivenInstant,
  Instant,
  PageInput,
  pageOf,
  SearchText,
  strict,
  text,
  WorkspaceName,
} from './forms.ts';

const AuditRecord = strict({
  seq: Type.Integer({ description: 'The number of the record. Numbers have no gaps.' }),
  at: Instant,
  actor: Type.String({ description: 'Id of a member of staff or of a workspace, or "service".' }),
  actor_name: nullable(Type.String()),
  workspace: nullable(Type.String(), { description: 'Name of the workspace of an actor who is a member.' }),
  action: Type.String(),
  subject: Type.String(),
  subject_name: nullable(Type.String(), {
    description: 'The slug of a provider, or the name of a person or a workspace; null for other subjects.',
  }),
  via: nullable(Type.Enum(['command', 'token', 'session'], { type: 'string' }), {
    description:
      'How the actor was identified. Before a secret is shown, a session must have been begun within ten minutes; a command and a token have no such check. null for the service and for older records.',
  }),
  before: Type.Unknown({ description: 'What was there before, as JSON; null if nothing was.' }),
  after: Type.Unknown({ description: 'What was there afterwards, as JSON; null if nothing was.' }),
});

/** What a customer may know of a record: members of staff are not named, nor are internal notes of operators shown. */
const WorkspaceRecord = strict({
  seq: Type.Integer({ description: 'The number of the record. Numbers of other workspaces are left out.' }),
  at: Instant,
  by: Type.Enum(['member', 'operator', 'service'], { type: 'string', description: 'Who did it.' }),
  actor: nullable(Type.String(), { description: 'Id of the member; null for others.' }),
  actor_name: nullable(Type.String(), { description: 'Name of the member; null for others.' }),
  action: Type.String(),
  subject: Type.String(),
  subject_name: AuditRecord.properties.subject_name,
  via: AuditRecord.properties.via,
  before: AuditRecord.properties.before,
  after: AuditRecord.properties.after,
});

const Action = Type.Optional(
  text('Only this action, or with a full stop at the end all that begin so, such as staff.', 100),
);
const NewestFirst = Type.Optional(Type.Boolean({ description: 'The newest record first.' }));

export const auditActs = {
  'audit.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the audit trail, oldest record first unless the input says otherwise.',
    input: strict({
      actor: Type.Optional(
        text('Name or id of a person, also of one who left, or "service": only what they did.', 200),
      ),
      action: Action,
      subject: Type.Optional(
        text(
          'Only records about this subject or one that begins so; the slug of a provider or the name of a person will do.',
          200,
        ),
      ),
      from: Type.Optional(GivenInstant),
      to: Type.Optional(GivenInstant),
      text: SearchText('the action, the subject, or what was there before and afterwards'),
      newest_first: NewestFirst,
      ...PageInput,
    }),
    answer: pageOf(AuditRecord),
    command: 'audit',
  }),
  'workspaces.audit': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description:
      'Lists the audit trail of a workspace, oldest record first unless the input says otherwise: what its members did, and what was done to it, its members, keys and endpoints.',
    input: strict({
      workspace: WorkspaceName,
      actor: Type.Optional(text('Name or id of a member, also of one who left: only what they did.', 200)),
      action: Action,
      from: Type.Optional(GivenInstant),
      to: Type.Optional(GivenInstant),
      newest_first: NewestFirst,
      ...PageInput,
    }),
    answer: pageOf(WorkspaceRecord),
    command: 'audit',
  }),
};
