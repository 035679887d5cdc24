// Attempts to become two people, or to change the staff alone.

import { STAFF_ROLES } from '@rf-indicators/contract/acts';
import { DAY } from '../../test/support/world.ts';
import { type Attempt, REQUEST, type Things } from './attempt.ts';
import type { Desk } from './desk.ts';
import { colleague, demote, performAs, retire } from './others.ts';

export const INVITED = ['staff', 'staff_roles', 'staff_invitations', 'audit'];
export const CLAIMED = [...INVITED, 'staff_tokens'];
export const OWN_REQUEST = 'This takes two people: you requested it, so somebody else must approve it.';

/** A puppet that the insider invited. */
export async function invite(desk: Desk): Promise<Things> {
  const { code } = await desk.perform('insider', 'staff.invite', { name: 'Pip', roles: ['reviewer'] });
  return { code };
}

export async function inviteAndClaim(desk: Desk): Promise<Things> {
  const { code } = await invite(desk);
  const { token, check } = await desk.perform('nobody', 'staff.claim', { code: code! });
  return { code: code!, token, check };
}

/** A newcomer whom the operator invited, and who has claimed; the insider does not know the check number. */
export async function newcomer(desk: Desk): Promise<Things> {
  const { code } = await desk.perform('operator', 'staff.invite', { name: 'Nell', roles: ['analyst'] });
  const { check } = await desk.perform('nobody', 'staff.claim', { code });
  return { wrong: check === '0000-0000' ? '0000-0001' : '0000-0000' };
}

export function claiming(title: string, rest: Omit<Attempt, 'title' | 'act' | 'command' | 'by'>): Attempt {
  return {
    title,
    by: 'nobody',
    act: ['staff.claim', (_, { code }) => ({ code })],
    command: (_, { code }) => ['staff', 'claim', code!],
    ...rest,
  };
}

export function confirming(
  title: string,
  person: string,
  rest: Omit<Attempt, 'title' | 'act' | 'command' | 'by'>,
): Attempt {
  return {
    title,
    by: 'insider',
    act: ['staff.confirm', (_, { check }) => ({ person, check })],
    command: (_, { check }) => ['staff', 'confirm', person, '--check', check!],
    ...rest,
  };
}

export function approving(title: string, rest: Omit<Attempt, 'title' | 'act' | 'command' | 'by'>): Attempt {
  return {
    title,
    by: 'insider',
    act: ['requests.approve', (_, { request }) => ({ request })],
    command: (_, { request }) => ['approvals', 'approve', request!],
    ...rest,
  };
}

/** Requests an act and approves the request, both as the insider. */
export function alone(
  title: string,
  act:
    | 'staff.set_roles'
    | 'staff.retire'
    | 'staff.revoke_token'
    | 'rules.set'
    | 'servers.set'
    | 'officer_keys.enrol'
    | 'officer_keys.retire',
  input: (desk: Desk) => object | Promise<object>,
  rest: Partial<Attempt> = {},
): Attempt {
  return approving(title, {
    first: async (desk) => {
      const { done, request } = await desk.perform('insider', act, await input(desk));
      if (done) throw new Error(`${act} was done by one person`);
      return { request: request! };
    },
    leaves: REQUEST,
    refusal: OWN_REQUEST,
    ...rest,
  });
}

async function requestByColleague(desk: Desk, then: (name: string) => Promise<void>): Promise<Things> {
  const cora = await colleague(desk, ['operator']);
  const { request } = await performAs(desk, cora, 'staff.retire', { person: 'Ivy' });
  await then(cora.name);
  return { request: request! };
}

export const ENROLLING: Attempt[] = [
  confirming('Invite a person, claim the invitation and confirm it oneself', 'Pip', {
    first: inviteAndClaim,
    leaves: CLAIMED,
    refusal: 'You invited Pip and saw the code, so somebody else must confirm the claim.',
  }),
  confirming('Confirm the claim of a person whose inviter was retired since', 'Nell', {
    prepare: async (desk) => {
      const cora = await colleague(desk, ['operator']);
      const { code } = await performAs(desk, cora, 'staff.invite', { name: 'Nell', roles: ['analyst'] });
      const { check } = await desk.perform('nobody', 'staff.claim', { code });
      await retire(desk, cora.name);
      return { check };
    },
    refusal: 'Cora is no longer on the staff.',
  }),
  claiming('Claim an invitation twice', {
    first: inviteAndClaim,
    leaves: CLAIMED,
    refusal:
      'This invitation code has already been used. If it was not you, tell the person who sent it to you at once.',
  }),
  claiming('Claim an invitation that has expired', {
    first: async (desk) => {
      const things = await invite(desk);
      desk.moveBy(15 * DAY);
      return things;
    },
    leaves: INVITED,
    refusal: 'This invitation code has expired, or a newer one was issued. Ask for a new one.',
  }),
  claiming('Claim an invitation that was replaced by another', {
    first: async (desk) => {
      const things = await invite(desk);
      await desk.perform('insider', 'staff.invite_again', { person: 'Pip' });
      return things;
    },
    leaves: INVITED,
    refusal: 'This invitation code is not valid, or a newer one was issued. Ask for a new one.',
  }),
  claiming('Claim an invitation with a guessed code', {
    first: async () => ({ code: `rf_invite_${'0'.repeat(38)}` }),
    refusal: 'This is not an invitation code. Invitation codes begin with rf_invite_ and have 48 characters.',
  }),
  confirming('Confirm a claim with a guessed check number', 'Nell', {
    prepare: newcomer,
    first: async (_, { wrong }) => ({ check: wrong! }),
    // Wrong numbers are counted.
    leaves: ['staff_invitations'],
    once: true,
    refusal: 'This is not the check number that Nell was shown. Ask Nell for it, in person or by telephone.',
  }),
  confirming('Guess the check number five times', 'Nell', {
    prepare: newcomer,
    first: async (desk, { wrong }) => {
      for (let guess = 0; guess < 4; guess += 1) {
        await desk
          .perform('insider', 'staff.confirm', { person: 'Nell', check: wrong! })
          .catch(() => undefined);
      }
      return { check: wrong! };
    },
    leaves: ['staff_invitations', 'staff_tokens'],
    once: true,
    // Of two processes, the second finds the invitation ended.
    skips: ['two processes'],
    refusal: 'The check number was wrong 5 times, so the invitation of Nell has ended. Invite them again.',
  }),
  confirming('Confirm an invitation that nobody claimed', 'Nell', {
    prepare: async (desk) => {
      await desk.perform('operator', 'staff.invite', { name: 'Nell', roles: ['analyst'] });
      return { check: '0000-0000' };
    },
    refusal: 'Nell has not claimed the invitation yet.',
  }),
  {
    title: 'Use a token before anybody confirmed it',
    by: 'una',
    command: (desk) => ['publish', desk.drafts.firsts],
    refusal:
      'This token does not work yet: a second person must confirm it first, with rf staff confirm. Tell them your check ' +
      'number.',
  },
  alone('Give oneself a role', 'staff.set_roles', () => ({ person: 'Ivy', roles: [...STAFF_ROLES] })),
  alone("Take a colleague's role away alone", 'staff.set_roles', ({ people }) => ({
    person: people.reviewer.actor.name,
    roles: ['analyst'],
  })),
  {
    title: 'Approve a request in the name of a person whom nobody confirmed',
    by: 'una',
    first: async (desk) => {
      const { request } = await desk.perform('insider', 'staff.retire', { person: 'Tom' });
      return { request: request! };
    },
    command: (_, { request }) => ['approvals', 'approve', request!],
    leaves: REQUEST,
    refusal:
      'This token does not work yet: a second person must confirm it first, with rf staff confirm. Tell them your check ' +
      'number.',
  },
  confirming('Invite a colleague again and confirm the claim oneself', 'Tom', {
    first: async (desk) => {
      const { code } = await desk.perform('insider', 'staff.invite_again', { person: 'Tom' });
      const { check } = await desk.perform('nobody', 'staff.claim', { code });
      return { check };
    },
    leaves: CLAIMED,
    refusal: 'You invited Tom and saw the code, so somebody else must confirm the claim.',
  }),
  alone('Retire a colleague alone', 'staff.retire', () => ({ person: 'Tom' })),
  alone("Revoke a colleague's token alone", 'staff.revoke_token', async ({ context, people }) => ({
    prefix: (
      await context.store.db
        .selectFrom('staff_tokens')
        .select('prefix')
        .where('staff_id', '=', people.reviewer.actor.id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).prefix,
  })),
  {
    title: "Replace a colleague's token with one's own",
    by: 'insider',
    act: ['staff.rotate_token', (desk) => ({ prefix: desk.people.reviewer.token.slice(0, 15) })],
    command: (desk) => ['staff', 'rotate', desk.people.reviewer.token.slice(0, 15)],
    refusal: 'You have no active token that begins with ….',
  },
  approving('Approve the request of somebody who was retired', {
    prepare: (desk) => requestByColleague(desk, (name) => retire(desk, name)),
    refusal: 'Cora is no longer on the staff.',
  }),
  approving('Approve the request of somebody who lost the role', {
    prepare: (desk) => requestByColleague(desk, (name) => demote(desk, name)),
    refusal: 'This requires the … role, which Cora does not have.',
  }),
  approving('Approve a request that has expired', {
    prepare: async (desk) => {
      const { request } = await desk.perform('operator', 'staff.retire', { person: 'Tom' });
      desk.moveBy(31 * DAY);
      return { request: request! };
    },
    refusal: 'This request expired on ….',
  }),
  approving('Approve a request twice', {
    prepare: async (desk) => {
      const { request } = await desk.perform('operator', 'staff.set_roles', {
        person: 'Tom',
        roles: ['analyst'],
      });
      await desk.perform('reviewer', 'requests.approve', { request: request! });
      return { request: request! };
    },
    refusal: 'This request was approved on ….',
  }),
  approving('Approve a request that was refused', {
    prepare: async (desk) => {
      const { request } = await desk.perform('operator', 'staff.retire', { person: 'Tom' });
      await desk.perform('reviewer', 'requests.refuse', { request: request!, reason: 'He is needed.' });
      return { request: request! };
    },
    refusal: 'This request was refused on ….',
  }),
  {
    ...approving('Approve a request as an analyst', {
      prepare: async (desk) => {
        const { request } = await desk.perform('operator', 'staff.retire', { person: 'Tom' });
        return { request: request! };
      },
      refusal: 'This requires the … role, which … does not have.',
    }),
    by: 'analyst',
  },
  approving('Have a request approved for another person of the same name', {
    prepare: async (desk) => {
      const { code } = await desk.perform('operator', 'staff.invite', { name: 'Nell', roles: ['analyst'] });
      const { request } = await desk.perform('operator', 'staff.set_roles', {
        person: 'Nell',
        roles: ['reviewer'],
      });
      await desk.perform('operator', 'staff.withdraw_invitation', { person: 'Nell' });
      await desk.perform('operator', 'staff.invite', { name: 'Nell', roles: ['analyst'] });
      return { request: request!, code };
    },
    refusal: 'This request was made for another person. Request it again.',
  }),
  alone('Change a setting of the rule alone', 'rules.set', () => ({
    name: 'activation_notice_days',
    value: 1,
  })),
  {
    title: 'Switch the notice of frameworks off',
    by: 'insider',
    act: ['rules.set', () => ({ name: 'activation_notice_days', value: 0 })],
    command: () => ['rules', 'set', 'activation_notice_days', '0'],
    refusal: 'activation_notice_days must be a whole number from 1 to 365.',
  },
];
