// Sign-in with an email address: invitations, and the confirmation of their claims by a second person.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, MEMBER_ROLES } from './act.ts';
import { Done, Id, Instant, PageInput, pageOf, Requested, strict, text } from './forms.ts';

const managers = ['operator', 'chief_risk_officer'] as const;
const confirmers = ['operator', 'reviewer', 'chief_risk_officer'] as const;
const contractAdmin = { member: ['contract_admin'] } as const;
const Email = text('Email address of the person. The link is for this address only.', 254);
const Member = text('Name or id of a member of the workspace.');
const Workspace = text('Name or id of the workspace.', 120);
const Check = text('The check number that the person was shown and tells you.', 20);
const Invitation = text('The id of the invitation.', 60);

const Invited = {
  invitation: Id,
  person: Type.String({ description: 'The id of the person who is invited.' }),
  mailed: Type.Boolean({
    description: 'Whether the link was mailed. If not, an operator can have it shown.',
  }),
  expires_at: Instant,
};

/** What a command prints below the name of a person who is invited. */
const LINK = [
  '{if mailed}The link was mailed. The person claims it and is shown a check number, which they tell the person who confirms.',
  '{unless mailed}The link was not mailed. An operator can have it shown: rf sign-ins show-link {invitation}',
] as const;

export const signInRecords = {
  'sign_in.invited': { sentence: 'Invited {after.name ?? name} to sign in[ as {after.email}]' },
  'sign_in.link_shown': { sentence: 'Showed the invitation link of {name}' },
  'sign_in.claimed': { sentence: 'Accepted the invitation to sign in[ as {after.email}]' },
  'sign_in.confirmed': { sentence: 'Confirmed the sign-in of {name}' },
  'sign_in.password_reset': { sentence: 'Set a new password by email' },
  'sign_in.credentials_changed': { sentence: 'Changed how they sign in' },
  'sign_in.reset_requested': { sentence: 'Chose a new password, which waits for a second person' },
  'sign_in.link_requested': {
    sentence: 'Asked to sign in with the OIDC provider[ as {after.account}]',
  },
  'sign_in.linked': { sentence: 'Linked {name} to the account[ {after.account}] at the OIDC provider' },
  'sign_in.unlinked': { sentence: 'Removed the link of {after.name ?? name} to the OIDC provider' },
  'sign_in.recovery_begun': { sentence: 'Began to recover the sign-in of {after.name ?? name}' },
} satisfies AuditTable;

export const signInActs = {
  'members.invite': act({
    kind: 'act',
    who: contractAdmin,
    description:
      'Adds a person to the workspace, who signs in with an email address once you confirm their claim.',
    input: strict({
      name: text('Name of the person; unique in the workspace.'),
      role: Type.Enum([...MEMBER_ROLES], { type: 'string' }),
      email: Email,
    }),
    answer: strict(Invited),
    creates: true,
    command: {
      name: 'members invite',
      arguments: ['name'],
      options: { role: { help: 'what the person may do' }, email: { flag: '--email <address>' } },
      prints: ['{name} is invited at {email} until {expires_at|instant} ({invitation})', ...LINK],
    },
    audit: ['sign_in.invited'],
  }),
  'members.invite_again': act({
    kind: 'act',
    who: contractAdmin,
    description: 'Sends a member a new link: to sign in for the first time, or to replace lost credentials.',
    input: strict({ person: Member, email: Email }),
    answer: strict(Invited),
    creates: true,
    command: {
      name: 'members invite-again',
      arguments: ['person'],
      options: { email: { flag: '--email <address>' } },
      prints: ['{given.person} is invited at {email} until {expires_at|instant} ({invitation})', ...LINK],
    },
    audit: ['sign_in.invited'],
  }),
  'members.confirm': act({
    kind: 'act',
    who: contractAdmin,
    description: 'Confirms that the right person claimed an invitation to the workspace.',
    input: strict({ person: Member, check: Check }),
    answer: Done,
    command: {
      name: 'members confirm',
      arguments: ['person'],
      options: { check: { flag: '--check <number>' } },
      prints: '{person} is confirmed and can sign in now.',
    },
    audit: ['sign_in.confirmed'],
  }),
  'sign_ins.list': act({
    kind: 'read',
    who: { staff: confirmers },
    description:
      'Lists invitations to sign in that are not claimed or not confirmed yet, and new passwords and links that wait for a ' +
      'second person; oldest first.',
    input: strict(PageInput),
    answer: pageOf(
      strict({
        id: Id,
        kind: Type.Enum(['invitation', 'recovery', 'reset', 'link'], {
          type: 'string',
          description:
            'recovery: the claim replaces all credentials of the person. reset: a new password. link: an account at the ' +
            'OIDC provider.',
        }),
        name: Type.String(),
        workspace: nullable(Type.String(), { description: 'Null for a member of staff.' }),
        email: Type.String(),
        invited_at: Instant,
        expires_at: Instant,
        claimed_at: nullable(Instant),
        shown_to: nullable(Id, { description: 'The member of staff who saw the link.' }),
        account: nullable(Type.String(), { description: 'For a link: issuer and subject of the account.' }),
      }),
    ),
    command: {
      name: 'sign-ins list',
      none: 'no invitations',
      columns: {
        NAME: '{name}',
        OF: '{workspace ?? "staff"}',
        EMAIL: '{email}',
        STATE:
          '[{unless claimed_at}not claimed][{if claimed_at}waits to be confirmed][{if kind = "recovery"}, recovery]' +
          '[{if kind = "reset"}, new password][{if kind = "link"}, {account}]' +
          '[{if shown_to}, link shown]',
        EXPIRES: '{expires_at|instant}',
        ID: '{id}',
      },
    },
  }),
  'sign_ins.invite_staff': act({
    kind: 'act',
    who: { staff: managers },
    description: 'Invites a member of staff to sign in with an email address.',
    input: strict({ person: text('Name or id of a person on the staff.'), email: Email }),
    answer: strict(Invited),
    creates: true,
    command: {
      name: 'sign-ins invite-staff',
      arguments: ['person'],
      options: { email: { flag: '--email <address>' } },
      prints: ['{given.person} is invited at {email} until {expires_at|instant} ({invitation})', ...LINK],
    },
    audit: ['sign_in.invited'],
  }),
  'sign_ins.invite_admin': act({
    kind: 'act',
    who: { staff: ['operator'] },
    description: 'Invites the first Contract Admin of a workspace that nobody has claimed yet.',
    input: strict({ workspace: Workspace, name: text('Name of the person.'), email: Email }),
    answer: strict(Invited),
    creates: true,
    command: {
      name: 'sign-ins invite-admin',
      arguments: ['workspace'],
      options: { name: { flag: '--name <name>' }, email: { flag: '--email <address>' } },
      prints: ['{name} is invited at {email} until {expires_at|instant} ({invitation})', ...LINK],
    },
    audit: ['sign_in.invited'],
  }),
  'sign_ins.show_link': act({
    kind: 'act',
    who: { staff: ['operator'] },
    description:
      'Shows the link of an invitation, where no mail is sent. A person who has seen it cannot confirm the claim.',
    input: strict({ invitation: Invitation }),
    answer: strict({
      link: Type.String({ description: 'Shown once. Only the invited person may use it.' }),
      email: Type.String(),
      expires_at: Instant,
    }),
    secrets: ['/link'],
    command: {
      name: 'sign-ins show-link',
      description:
        'Show the link of an invitation, where no mail is sent. You cannot confirm its claim then.',
      arguments: ['invitation'],
      prints: [
        '{link}',
        'Pass it on to the person with the address {email} only. It works once, until {expires_at|instant}.',
      ],
    },
    audit: ['sign_in.link_shown'],
  }),
  'sign_ins.confirm': act({
    kind: 'act',
    who: { staff: confirmers, secondPerson: 'somebody who neither invited the person nor saw the link' },
    description:
      'Confirms that the right person claimed an invitation, chose a new password or linked an account.',
    input: strict({ invitation: Invitation, check: Check }),
    answer: Done,
    command: {
      name: 'sign-ins confirm',
      description:
        'Confirm that the right person claimed an invitation, chose a new password or linked an account, as somebody who ' +
        'neither sent the link nor saw it.',
      arguments: ['invitation'],
      options: { check: { flag: '--check <number>' } },
      prints: 'Confirmed; the person can sign in now.',
    },
    audit: ['sign_in.confirmed'],
    sometimes: ['sign_in.linked', 'sign_in.password_reset'],
  }),
  'sign_ins.unlink': act({
    kind: 'act',
    request: { kind: 'Sign-in', sentence: 'Remove the link of {person|staff} to the OIDC provider' },
    who: {
      staff: confirmers,
      secondPerson: 'an operator, reviewer or chief risk officer who approves the request',
    },
    description: 'Removes the link of a member of staff to the OIDC provider and ends their sessions.',
    input: strict({ person: text('Name or id of a person on the staff.') }),
    answer: Requested,
    command: {
      name: 'sign-ins unlink',
      arguments: ['person'],
      prints: '{given.person} can no longer sign in with the OIDC provider.',
    },
    audit: ['request.made'],
    sometimes: ['sign_in.unlinked'],
  }),
  'sign_ins.recover': act({
    kind: 'act',
    request: { kind: 'Sign-in', sentence: 'Let {person} of {workspace} sign in again' },
    who: {
      staff: ['operator'],
      secondPerson: 'an operator, reviewer or chief risk officer who approves the request',
    },
    description: 'Lets a member back in who lost every way to sign in, such as the only Contract Admin.',
    input: strict({ workspace: Workspace, person: Member, email: Email }),
    answer: Requested,
    command: {
      name: 'sign-ins recover',
      arguments: ['workspace', 'person'],
      options: { email: { flag: '--email <address>' } },
      prints: '{person} is invited at {email}.',
    },
    audit: ['request.made'],
    sometimes: ['sign_in.recovery_begun'],
  }),
};
