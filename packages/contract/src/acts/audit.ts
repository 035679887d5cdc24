// The audit trail: who did what, when, and what it changed.

import { Type } from 'typebox';
import { nullable } from '../schemas/forms.ts';
import { act, STAFF_ROLES } from './act.ts';
import { EpochMs, strict, text } from './forms.ts';

const AuditRecord = strict({
  seq: Type.Integer({ description: 'The number of the record. Numbers have no gaps.' }),
  at: EpochMs,
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

export const auditActs = {
  'audit.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the audit trail, oldest record first.',
    input: strict({
      actor: Type.Optional(
        text('Name or id of a person, also of one who left, or "service": only what they did.', 200),
      ),
      action: Type.Optional(
        text('Only this action, or with a full stop at the end all that begin so, such as staff.', 100),
      ),
      subject: Type.Optional(
        text(
          'Only records about this subject or one that begins so; the slug of a provider or the name of a person will do.',
          200,
        ),
      ),
      from: Type.Optional(EpochMs),
      to: Type.Optional(EpochMs),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: '100 if absent.' })),
      cursor: Type.Optional(
        Type.Integer({ minimum: 0, description: 'next_cursor of the previous answer: only later records.' }),
      ),
    }),
    answer: strict({
      data: Type.Array(AuditRecord),
      next_cursor: nullable(Type.Integer(), {
        description: 'The seq of the last record if there are more; otherwise null.',
      }),
    }),
  }),
};
