// The members of a workspace and their tokens.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, MEMBER_ROLES } from './act.ts';
import {
  Done,
  ErasedAs,
  Id,
  Instant,
  IssuedToken,
  ListedToken,
  PageInput,
  pageOf,
  SHOW_TOKEN,
  strict,
  text,
  WorkspaceName,
} from './forms.ts';

const contractAdmin = { member: ['contract_admin'] } as const;
const Person = text('Name or id of a member of the workspace.');
const Role = Type.Enum([...MEMBER_ROLES], { type: 'string' });

const ListedMember = strict({
  id: Id,
  name: Type.String(),
  role: Role,
  created_at: Instant,
  removed_at: nullable(Instant),
  tokens: Type.Array(ListedToken),
  email: nullable(Type.String(), {
    description: 'The address that the person signs in with; null if they do not sign in.',
  }),
  sessions: Type.Integer({ description: 'In how many browsers the person is signed in.' }),
  invitation: nullable(
    strict({
      email: Type.String(),
      invited_at: Instant,
      expires_at: Instant,
      claimed_at: nullable(Instant),
      is_confirmed_here: Type.Boolean({
        description: 'Whether a Contract Admin confirms the claim; otherwise a member of staff does.',
      }),
    }),
    { description: 'The invitation to sign in that was not claimed, or whose claim was not confirmed, yet.' },
  ),
});

export const memberRecords = {
  'member.added': {
    sentence: 'Added {after.name ?? name}[ as {after.role|role}]',
    news: '{count|count member} added',
  },
  'member.removed': {
    sentence: 'Removed the member {before.name ?? name}',
    news: '{count|count member} removed',
  },
  'member.erased': { sentence: 'Erased the name of a former member' },
  'member.token_issued': { sentence: 'Issued a token to {name}' },
  'member.token_revoked': { sentence: 'Revoked a token of {name}' },
} satisfies AuditTable;

export const memberActs = {
  'members.list': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description:
      'Lists the members of a workspace with the first characters of their tokens, in the order in which they were added.',
    input: strict({
      workspace: WorkspaceName,
      all: Type.Optional(Type.Boolean({ description: 'Also members who were removed.' })),
      ...PageInput,
    }),
    answer: strict({
      ...pageOf(ListedMember).properties,
      workspace: strict(
        { id: Id, name: Type.String() },
        { description: 'The workspace that they belong to.' },
      ),
    }),
    command: {
      name: 'members list',
      also: ['login'],
      columns: {
        NAME: '{name}',
        ROLE: '{role}',
        TOKENS: '{tokens|tokens}',
        '': '{if removed_at}removed',
        ID: '{id}',
      },
    },
  }),
  'members.add': act({
    kind: 'act',
    who: contractAdmin,
    description: 'Adds a person to the workspace and issues their first token.',
    input: strict({ name: text('Name of the person; unique in the workspace.'), role: Role }),
    answer: IssuedToken,
    creates: true,
    secrets: ['/token'],
    ifLost: 'Issue another token: rf members token {id}',
    command: {
      name: 'members add',
      description: 'Add a person to your workspace and show their token once.',
      arguments: ['name'],
      options: { role: { help: 'what the person may do' } },
      prints: ['{name} added ({id})', ...SHOW_TOKEN],
    },
    audit: ['member.added'],
  }),
  'members.remove': act({
    kind: 'act',
    who: contractAdmin,
    description:
      'Removes a person: all their tokens are revoked immediately, and their work stays on record.',
    input: strict({ person: Person }),
    answer: Done,
    command: { name: 'members remove', arguments: ['person'], prints: '{person} removed' },
    audit: ['member.removed'],
  }),
  'members.erase': act({
    kind: 'act',
    who: { staff: ['operator'] },
    description:
      'Erases the name of a person who was removed from a workspace, and from where they accepted terms. Records of ' +
      'what they did keep their id. This cannot be undone.',
    input: strict({
      workspace: text('Name or id of the workspace.', 120),
      person: text('Name or id of a person who was removed from it.'),
    }),
    answer: strict({ erased_as: ErasedAs }),
    command: {
      name: 'members erase',
      arguments: ['person'],
      options: { workspace: { flag: '--workspace <workspace>' } },
      confirm:
        'This erases the name of {person} from {workspace} and from all records about them, and the address from which they ' +
        'accepted terms.',
      prints: [
        'The name is erased. Lists and records now show "{erased_as}".',
        'What stays: their id in the records of what they did, names of keys and descriptions of webhooks, and backups that ' +
          'were made before.',
      ],
    },
    audit: ['member.erased'],
  }),
  'members.issue_token': act({
    kind: 'act',
    who: contractAdmin,
    description: 'Issues another token to a person of the workspace.',
    input: strict({ person: Person }),
    answer: IssuedToken,
    creates: true,
    secrets: ['/token'],
    ifLost: 'Revoke it, then issue another: rf members revoke-token {prefix}',
    command: {
      name: 'members token',
      arguments: ['person'],
      prints: ['Token for {person} ({id})', ...SHOW_TOKEN],
    },
    audit: ['member.token_issued'],
  }),
  'members.revoke_token': act({
    kind: 'act',
    who: contractAdmin,
    description: "Revokes a member's token immediately.",
    input: strict({
      prefix: text('The first characters of the token, as the list of members shows them.', 60),
    }),
    answer: Done,
    command: {
      name: 'members revoke-token',
      arguments: ['prefix'],
      options: { prefix: { flag: 'beginning' } },
      prints: '{prefix} revoked',
    },
    audit: ['member.token_revoked'],
  }),
};
