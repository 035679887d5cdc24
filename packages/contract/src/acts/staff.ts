// The staff of the desk, their roles and tokens.

import { Type } from 'typebox';
import { nullable } from '../schemas/forms.ts';
import { act, STAFF_ROLES } from './act.ts';
import { Done, EpochMs, Id, IssuedToken, ListedToken, listOf, strict, text } from './forms.ts';

const operator = { staff: ['operator'] } as const;
const Person = text('Name or id of a person on the staff.');
const Roles = Type.Array(Type.Enum([...STAFF_ROLES], { type: 'string' }), {
  minItems: 1,
  description: 'At least one role.',
});

const StaffMember = strict({
  id: Id,
  name: Type.String(),
  roles: Type.Array(Type.Enum([...STAFF_ROLES], { type: 'string' })),
  created_at: EpochMs,
  retired_at: nullable(EpochMs),
  tokens: Type.Array(ListedToken),
});

export const staffActs = {
  'staff.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the staff with their roles and the first characters of their tokens.',
    input: strict({ all: Type.Optional(Type.Boolean({ description: 'Also people who are retired.' })) }),
    answer: listOf(StaffMember),
  }),
  'staff.add': act({
    kind: 'act',
    who: operator,
    description: 'Adds a person to the staff and issues their first token.',
    input: strict({
      name: text('Name of the person; unique among the staff.'),
      roles: Roles,
    }),
    answer: IssuedToken,
    creates: true,
    secrets: ['/token'],
  }),
  'staff.issue_token': act({
    kind: 'act',
    who: operator,
    description: 'Issues another token to a person on the staff.',
    input: strict({ person: Person }),
    answer: IssuedToken,
    creates: true,
    secrets: ['/token'],
  }),
  'staff.revoke_token': act({
    kind: 'act',
    who: operator,
    description: 'Revokes a staff token immediately.',
    input: strict({
      prefix: text('The first characters of the token, as the list of staff shows them.', 60),
    }),
    answer: Done,
  }),
  'staff.set_roles': act({
    kind: 'act',
    who: operator,
    description: "Replaces a person's roles.",
    input: strict({ person: Person, roles: Roles }),
    answer: Done,
  }),
  'staff.retire': act({
    kind: 'act',
    who: operator,
    description: 'Retires a person: all their tokens are revoked, and their work stays on record.',
    input: strict({ person: Person }),
    answer: Done,
  }),
};
