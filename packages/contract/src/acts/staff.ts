// The staff of the desk: invitations, roles and tokens, and the founding period of a store.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import {
  Done,
  ErasedAs,
  Id,
  Instant,
  IssuedToken,
  PageInput,
  pageOf,
  Reason,
  Requested,
  SHOW_TOKEN,
  strict,
  text,
} from './forms.ts';

const managers = ['operator', 'chief_risk_officer'] as const;
const confirmers = ['operator', 'reviewer', 'chief_risk_officer'] as const;
const secondPerson = 'an operator, reviewer or chief risk officer who approves the request';
const Person = text('Name or id of a person on the staff.');
const Role = Type.Enum([...STAFF_ROLES], { type: 'string' });
const Roles = Type.Array(Role, { minItems: 1, description: 'At least one role.' });
const Prefix = text('The first characters of the token, as the list of staff shows them.', 60);

const ROLES = 'one or more, separated by commas';

const StaffMember = strict({
  id: Id,
  name: Type.String(),
  roles: Type.Array(Role),
  status: Type.Enum(['invited', 'active', 'retired'], {
    type: 'string',
    description: 'invited: has no token that works yet.',
  }),
  able: Type.Boolean({ description: 'Whether this person can act as the second person.' }),
  created_at: Instant,
  retired_at: nullable(Instant),
  tokens: Type.Array(
    strict({
      prefix: Type.String({ description: 'The first characters of the token.' }),
      created_at: Instant,
      revoked_at: nullable(Instant),
      confirmed_at: nullable(Instant, { description: 'Null until a second person has confirmed the claim.' }),
      last_used_at: nullable(Instant, { description: 'To the day.' }),
    }),
  ),
  sign_in: nullable(
    strict({
      since: Instant,
      last_used_at: nullable(Instant, { description: 'To the day.' }),
      has_provider: Type.Boolean({ description: 'Whether an account at the OIDC provider is linked.' }),
    }),
    { description: 'Null if this person does not sign in with an email address.' },
  ),
  invitation: nullable(
    strict(
      { invited_by: Id, invited_at: Instant, expires_at: Instant, claimed_at: nullable(Instant) },
      {
        description: 'An invitation that nobody has claimed, or whose claim nobody has confirmed.',
      },
    ),
  ),
});

const FoundingState = Type.Enum(['founding', 'notice', 'in_force'], {
  type: 'string',
  description:
    'founding: one person may enrol others alone. notice: the store can return to its founding from effective_at, after ' +
    'seven days with a signed checkpoint, unless somebody stops it. in_force: staff changes take two people.',
});

const Invitation = strict({
  id: Type.String({ description: 'The id of the person who is invited.' }),
  code: Type.String({ description: 'Shown once. Only the invited person may use it.' }),
  expires_at: Instant,
});

export const staffRecords = {
  'staff.created': { sentence: 'Added {after.name ?? name} to the staff' },
  'staff.invited': {
    sentence: 'Invited {after.name ?? name} to the staff[ as {after.roles|roles}]',
    news: '{count|count colleague} invited',
  },
  'staff.invitation_withdrawn': { sentence: 'Withdrew the invitation of {before.name ?? name}' },
  'staff.claimed': { sentence: 'Claimed the invitation of {name}' },
  'staff.confirmed': {
    sentence: 'Confirmed {name} with the check number',
    news: '{count|count colleague} confirmed',
  },
  'staff.token_rotated': { sentence: 'Replaced a token of {name}' },
  'staff.token_revoked': { sentence: 'Revoked a token of {name}' },
  'staff.roles_set': {
    sentence: 'Set the roles of {name}[: {after.roles|roles}]',
    news: '{count|count change of roles,changes of roles}',
  },
  'staff.retired': { sentence: 'Retired {name}' },
  'staff.erased': { sentence: 'Erased the name of somebody who left the staff' },
  'founding.began': { sentence: 'The store returned to its founding' },
  'founding.notice_given': { sentence: 'Gave notice that the store returns to its founding' },
  'founding.stopped': { sentence: 'Stopped the return to the founding' },
  'founding.ended': { sentence: 'The rule of two people came into force' },
} satisfies AuditTable;

export const staffActs = {
  'staff.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Lists the staff in the order in which they were added, and says whether the store is being founded.',
    input: strict({
      all: Type.Optional(Type.Boolean({ description: 'Also people who are retired.' })),
      ...PageInput,
    }),
    answer: strict({
      ...pageOf(StaffMember).properties,
      founding: strict({
        state: FoundingState,
        since: Instant,
        set_by: Type.String({ description: 'Id of a person, or "service".' }),
        effective_at: nullable(Instant),
        reason: Type.String(),
      }),
    }),
    command: {
      name: 'staff list',
      description: 'List the staff, and say whether the store is being founded.',
      also: ['login'],
      columns: {
        NAME: '{name}',
        ROLES: '{roles|list}',
        TOKENS: '{tokens|tokens}',
        STATUS:
          '[{if status = "retired"}retired][{unless status = "retired"}[{if invitation}[{if invitation.claimed_at}waits to ' +
          'be confirmed][{unless invitation.claimed_at}invited]][{unless invitation}active[{unless able}, cannot approve]]]',
        ID: '{id}',
      },
    },
  }),
  'staff.invite': act({
    kind: 'act',
    who: { staff: managers, secondPerson: 'somebody who did not see the code and confirms the claim' },
    description: 'Invites a person to the staff. They get their token by claiming the invitation.',
    input: strict({ name: text('Name of the person; unique among the staff.'), roles: Roles }),
    answer: Invitation,
    creates: true,
    secrets: ['/code'],
    ifLost: 'Invite the person again: rf staff invite-again {id}',
    command: {
      name: 'staff invite',
      description: 'Invite a person and show the invitation code once. Only that person may use it.',
      arguments: ['name'],
      options: { roles: { flag: '--roles <roles>', help: ROLES } },
      prints: [
        '{name} is invited until {expires_at|day}.',
        '  {code}',
        'Give the code to {name} only. They run: rf staff claim CODE',
      ],
    },
    audit: ['staff.invited'],
  }),
  'staff.invite_again': act({
    kind: 'act',
    who: { staff: managers, secondPerson: 'somebody who did not see the code and confirms the claim' },
    description: 'Invites a person on the staff again, for a lost token or an expired invitation.',
    input: strict({ person: Person }),
    answer: Invitation,
    creates: true,
    secrets: ['/code'],
    ifLost: 'Invite the person once more: rf staff invite-again {id}',
    command: {
      name: 'staff invite-again',
      arguments: ['person'],
      prints: [
        '{person} is invited until {expires_at|day}.',
        '  {code}',
        'Give the code to {person} only. They run: rf staff claim CODE',
      ],
    },
    audit: ['staff.invited'],
  }),
  'staff.withdraw_invitation': act({
    kind: 'act',
    who: { staff: managers },
    description: 'Withdraws an invitation that nobody has claimed, or whose claim nobody has confirmed.',
    input: strict({ person: Person }),
    answer: Done,
    command: {
      name: 'staff withdraw-invitation',
      arguments: ['person'],
      prints: 'The invitation of {person} is withdrawn.',
    },
    audit: ['staff.invitation_withdrawn'],
  }),
  'staff.claim': act({
    kind: 'act',
    who: { anyone: 'an invitation code' },
    description:
      'Claims an invitation and shows the token to its owner. It works once the claim is confirmed.',
    input: strict({ code: text('The invitation code.', 100) }),
    answer: strict({
      id: Id,
      name: Type.String(),
      token: Type.String({ description: 'Shown once; only its hash is stored.' }),
      prefix: Type.String({ description: 'The first characters of the token, as lists show them.' }),
      check: Type.String({ description: 'The number to tell the person who confirms the claim.' }),
      active: Type.Boolean({ description: 'Whether the token works already.' }),
    }),
    creates: true,
    secrets: ['/token', '/check'],
    ifLost: 'Ask the person who invited you to invite you again.',
    command: {
      name: 'staff claim',
      description: 'Claim your invitation and show your token once.',
      arguments: ['code'],
      prints: [
        'Token of {name} ({id})',
        ...SHOW_TOKEN,
        '{if active}The token works now.',
        '{unless active}Check number: {check}',
        '{unless active}The token works once a second person has confirmed it. Tell them the check number in person or by ' +
          'telephone; they run: rf staff confirm "{name}" --check {check}',
      ],
    },
    audit: ['staff.claimed'],
    sometimes: ['founding.ended'],
  }),
  'staff.confirm': act({
    kind: 'act',
    who: { staff: confirmers, secondPerson: 'not the person who sent the invitation' },
    description:
      'Confirms that a person has claimed their invitation, by the check number that they were shown.',
    input: strict({ person: Person, check: text('The check number, as the person told it.', 20) }),
    answer: Done,
    command: {
      name: 'staff confirm',
      description: 'Confirm that a person claimed their invitation, as somebody who did not invite them.',
      arguments: ['person'],
      options: { check: { flag: '--check <number>', help: 'the check number that the person told you' } },
      prints: '{person} is confirmed; their token works now.',
    },
    audit: ['staff.confirmed'],
  }),
  'staff.rotate_token': act({
    kind: 'act',
    who: { staff: STAFF_ROLES },
    description: 'Replaces your own token; the old one stops working at once.',
    input: strict({ prefix: Prefix }),
    answer: IssuedToken,
    creates: true,
    secrets: ['/token'],
    ifLost: 'Ask an operator to invite you again: rf staff invite-again',
    command: {
      name: 'staff rotate',
      arguments: ['prefix'],
      options: { prefix: { flag: 'beginning' } },
      prints: ['New token ({id})', ...SHOW_TOKEN],
    },
    audit: ['staff.token_rotated'],
  }),
  'staff.revoke_token': act({
    kind: 'act',
    request: { kind: 'Staff token', sentence: 'Revoke the staff token {prefix}' },
    who: { staff: STAFF_ROLES, secondPerson: `${secondPerson}, unless the token is your own` },
    description: 'Revokes a staff token.',
    input: strict({ prefix: Prefix }),
    answer: Requested,
    command: {
      name: 'staff revoke',
      description: "Revoke a token: your own at once, a colleague's with a second person.",
      arguments: ['prefix'],
      options: { prefix: { flag: 'beginning' } },
      prints: '{prefix} revoked',
    },
    audit: ['request.made'],
    sometimes: ['staff.token_revoked', 'founding.ended'],
  }),
  'staff.set_roles': act({
    kind: 'act',
    request: {
      kind: 'Staff roles',
      sentence: 'Give {person ?? "somebody"|staff} {roles|roles}, in place of those held now',
    },
    who: { staff: managers, secondPerson },
    description: "Replaces a person's roles.",
    input: strict({ person: Person, roles: Roles }),
    answer: Requested,
    command: {
      name: 'staff roles',
      arguments: ['person', 'roles'],
      options: { roles: { help: ROLES } },
      prints: '{person} has the roles {roles}',
    },
    audit: ['request.made'],
    sometimes: ['staff.roles_set', 'founding.ended'],
  }),
  'staff.retire': act({
    kind: 'act',
    request: {
      kind: 'Staff retirement',
      sentence: 'Retire {person ?? "somebody"|staff}: every token is revoked, the work stays on record',
    },
    who: { staff: managers, secondPerson },
    description: 'Retires a person: all their tokens are revoked, and their work stays on record.',
    input: strict({ person: Person }),
    answer: Requested,
    command: { name: 'staff retire', arguments: ['person'], prints: '{person} retired' },
    audit: ['request.made'],
    sometimes: ['staff.retired', 'founding.ended'],
  }),
  'staff.erase': act({
    kind: 'act',
    request: {
      kind: 'Erasure',
      sentence: 'Erase the name of {person ?? "somebody"|staff} from all records, for good',
    },
    who: { staff: ['operator'], secondPerson },
    description:
      'Erases the name of a person who left the staff, in all records that repeat it. Records of what they did keep ' +
      'their id. This cannot be undone.',
    input: strict({ person: text('Name or id of a person who left the staff.') }),
    answer: strict({ ...Requested.properties, erased_as: ErasedAs }),
    command: {
      name: 'staff erase',
      arguments: ['person'],
      confirm: 'This erases the name of {person} from the staff and from all records about them.',
      prints: [
        'The name is erased. Lists and records now show "{erased_as}".',
        'What stays: their id in the records of what they did, names that somebody wrote into reasons, notes or minutes, the ' +
          'sign-offs of published frameworks, and backups that were made before.',
      ],
    },
    audit: ['request.made'],
    sometimes: ['staff.erased'],
  }),
  'founding.return': act({
    kind: 'act',
    who: { staff: managers },
    description:
      'Gives notice that a store with fewer than two people who can act returns to its founding; returns to it once ' +
      'the notice period is over.',
    input: strict({ reason: Reason }),
    answer: strict({ state: FoundingState, effective_at: nullable(Instant) }),
    command: {
      name: 'staff founding return',
      description:
        'Give notice that a store with fewer than two people who can act returns to its founding. After 7 days of service, ' +
        'run the command again to return.',
      prints: [
        '{if state = "founding"}The store is being founded again: you can enrol people alone.',
        '{unless state = "founding"}Notice is given. Unless somebody stops it, run this command again from ' +
          '{effective_at|milliseconds}, after seven days of service.',
      ],
    },
    audit: ['founding.notice_given'],
    sometimes: ['founding.began'],
  }),
  'founding.stop': act({
    kind: 'act',
    who: { staff: STAFF_ROLES },
    description: 'Stops a notice that the store returns to its founding.',
    input: strict({ reason: Type.Optional(Reason) }),
    answer: Done,
    command: {
      name: 'staff founding stop',
      prints: 'The notice is stopped; the rule of two people stays in force.',
    },
    audit: ['founding.stopped'],
  }),
};
