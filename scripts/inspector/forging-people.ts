// Attempts by somebody on the staff who can also write to the database: they give themselves or others a session, a role, a token, a
// request or an invitation, and then act with it.

import { STAFF_ROLES } from '@rf-indicators/contract/acts';
import type { Row } from '@rf-indicators/core/store/schema';
import { Forger } from '../../test/support/forger.ts';
import { DAY } from '../../test/support/world.ts';
import type { Attempt, Path } from './attempt.ts';
import type { Desk } from './desk.ts';
import {
  approving,
  CLAIMED,
  claiming,
  confirming,
  INVITED,
  invite,
  inviteAndClaim,
  newcomer,
} from './enrolling.ts';
import { changed, type Forge, ownRequest, rowOf, thenWritten, written } from './written-rows.ts';

const TOKEN = 'This token is unknown or revoked. An operator can invite you again.';
const NOT_SIGNED_IN =
  'This requires a token (Authorization: Bearer) or a session, and there is none that is valid.';
const NO_REQUEST = 'There is no request …. Run rf approvals list to see them.';

/** With a token that a command or a request carries. */
const BY_TOKEN: readonly Path[] = ['act', 'browser', 'two processes', 'old token'];
/** With the session of a browser. */
const BY_SESSION: readonly Path[] = ['act', 'HTTP', 'command', 'two processes', 'old token'];

/** The session of the insider, who has signed in to the browser. */
const ownSession = ({ people }: Desk): Row => ({ acting_as: `staff/${people.insider.actor.id}` });

function inSession(title: string, forge: Forge, rest: Partial<Attempt> = {}): Attempt {
  return approving(title, {
    prepare: ownRequest,
    first: async (desk, things) => (await forge(await Forger.at(desk.context.store), desk, things)) ?? {},
    skips: BY_SESSION,
    leaves: ['user_sessions', 'user_staff'],
    refusal: NOT_SIGNED_IN,
    ...rest,
  });
}

const asReviewer: Forge = async (forger, desk) => {
  const session = await rowOf(forger, 'user_sessions', ownSession(desk));
  await forger.change('user_sessions', session, { acting_as: `staff/${desk.people.reviewer.actor.id}` });
  return undefined;
};

export const FORGED_PEOPLE: Attempt[] = [
  inSession("Edit one's own session so that it acts as the reviewer, and approve", asReviewer),
  inSession(
    "Edit one's own session and one's own user so that both are the reviewer",
    async (forger, desk, things) => {
      const { user_id } = await rowOf(forger, 'user_sessions', ownSession(desk));
      await asReviewer(forger, desk, things);
      const staff_id = desk.people.reviewer.actor.id;
      await forger.remove('user_staff', { staff_id: desk.people.insider.actor.id });
      await forger.insert('user_staff', { staff_id, user_id, linked_at: 1, last_used_at: null });
      return undefined;
    },
  ),
  inSession(
    "Give one's own session another user",
    async (forger, desk) => {
      const session = await rowOf(forger, 'user_sessions', ownSession(desk));
      await forger.insert('users', {
        ...(await rowOf(forger, 'users', { id: session.user_id })),
        ...{ id: 'forged', email: 'forged@example.com' },
      });
      await forger.change('user_sessions', session, { user_id: 'forged' });
      return undefined;
    },
    { leaves: ['user_sessions', 'users'] },
  ),
  {
    title: 'Discard a draft as an analyst who was given the role of reviewer in the database',
    by: 'analyst',
    prepare: written(async (forger, desk) => {
      await forger.insert('staff_roles', { staff_id: desk.people.analyst.actor.id, role: 'reviewer' });
      return undefined;
    }),
    act: ['runs.discard', (desk) => ({ run: desk.drafts.firsts, reason: 'No.' })],
    command: (desk) => ['discard', desk.drafts.firsts, '--reason', 'No.'],
    refusal: 'This requires the reviewer or operator role, which … does not have.',
  },
  approving(
    "Approve one's own request with one's own token, which was given to the reviewer in the database",
    {
      prepare: written(
        changed(
          'staff_tokens',
          ({ people }) => ({ staff_id: people.insider.actor.id }),
          async (_, { people }) => ({
            staff_id: people.reviewer.actor.id,
          }),
        ),
        ownRequest,
      ),
      skips: BY_TOKEN,
      refusal: TOKEN,
    },
  ),
  {
    title: 'Discard a draft with a token that was revoked, after removing that from the database',
    by: 'tom',
    prepare: written(async ({ store }, desk) => {
      await store.db
        .updateTable('staff_tokens')
        .set({ revoked_at: null })
        .where('staff_id', '=', desk.people.tom.actor.id)
        .execute();
      return undefined;
    }),
    act: ['runs.discard', (desk) => ({ run: desk.drafts.firsts, reason: 'No.' })],
    command: (desk) => ['discard', desk.drafts.firsts, '--reason', 'No.'],
    skips: BY_TOKEN,
    refusal: TOKEN,
  },
  {
    title: 'Discard a draft as somebody who was retired, after removing that from the database',
    by: 'rita',
    prepare: written(async ({ store }, desk) => {
      const { id } = desk.people.rita.actor;
      await store.db.updateTable('staff').set({ retired_at: null }).where('id', '=', id).execute();
      await store.db
        .updateTable('staff_tokens')
        .set({ revoked_at: null })
        .where('staff_id', '=', id)
        .execute();
      return undefined;
    }),
    act: ['runs.discard', (desk) => ({ run: desk.drafts.firsts, reason: 'No.' })],
    command: (desk) => ['discard', desk.drafts.firsts, '--reason', 'No.'],
    skips: BY_TOKEN,
    refusal: TOKEN,
  },
  {
    title: "Use a token that nobody confirmed, after writing the reviewer's confirmation into the database",
    by: 'una',
    prepare: written(async ({ store }, desk) => {
      const { id } = desk.people.una.actor;
      const at = { confirmed_at: desk.context.clock() };
      await store.db.updateTable('staff_tokens').set(at).where('staff_id', '=', id).execute();
      await store.db
        .updateTable('staff_invitations')
        .set({ ...at, confirmed_by: desk.people.reviewer.actor.id })
        .where('staff_id', '=', id)
        .execute();
      return undefined;
    }),
    act: ['runs.discard', (desk) => ({ run: desk.drafts.firsts, reason: 'No.' })],
    command: (desk) => ['discard', desk.drafts.firsts, '--reason', 'No.'],
    skips: BY_TOKEN,
    refusal: TOKEN,
  },
  {
    title: 'Have a request approved that was edited after it was made',
    by: 'reviewer',
    prepare: written(
      changed('requests', (_, { request }) => ({ id: request }), {
        content: JSON.stringify({ person: 'Ivy', roles: STAFF_ROLES }),
      }),
      async (desk) => {
        const input = { person: 'Tom', roles: ['analyst'] };
        const { request } = await desk.perform('insider', 'staff.set_roles', input);
        return { request: request! };
      },
    ),
    act: ['requests.approve', (_, { request }) => ({ request })],
    command: (_, { request }) => ['approvals', 'approve', request!],
    refusal: NO_REQUEST,
  },
  approving('Approve a request that was inserted in the name of the operator', {
    prepare: written(async (forger, desk) => {
      const { id } = desk.people.reviewer.actor;
      await forger.insert('requests', {
        ...{
          id: 'forged',
          kind: 'staff.retire',
          subject: `staff/${id}`,
          content: JSON.stringify({ person: id }),
        },
        ...{ requested_by: desk.people.operator.actor.id, requested_at: desk.context.clock() },
      });
      return { request: 'forged' };
    }),
    refusal: NO_REQUEST,
  }),
  approving('Approve a request that was refused, after deleting the refusal from the database', {
    prepare: written(
      async (forger, _, { request }) => {
        await forger.remove('request_decisions', { request_id: request! });
        return undefined;
      },
      async (desk) => {
        const { request } = await desk.perform('operator', 'staff.retire', { person: 'Tom' });
        await desk.perform('reviewer', 'requests.refuse', { request: request!, reason: 'He is needed.' });
        return { request: request! };
      },
    ),
    refusal: NO_REQUEST,
  }),
  confirming('Confirm a claim oneself, after writing a step of the founding into the database', 'Pip', {
    first: thenWritten(async (forger, desk) => {
      const at = { since: desk.context.clock(), set_by: 'service', effective_at: null, logged_as: null };
      await forger.insert('founding', { seq: 99, state: 'founding', ...at, reason: 'Mine.' });
      return undefined;
    }, inviteAndClaim),
    leaves: [...CLAIMED, 'founding'],
    refusal: 'You invited Pip and saw the code, so somebody else must confirm the claim.',
  }),
  confirming('Confirm a claim oneself, after writing another inviter into the database', 'Pip', {
    first: thenWritten(async (forger, { people }) => {
      const { id: staff_id } = await rowOf(forger, 'staff', { name: 'Pip' });
      const invitation = await rowOf(forger, 'staff_invitations', { staff_id });
      await forger.change('staff_invitations', invitation, { invited_by: people.operator.actor.id });
      return undefined;
    }, inviteAndClaim),
    leaves: CLAIMED,
    refusal: 'Pip has no open invitation.',
  }),
  confirming('Guess a check number a fifth time, after setting the count back in the database', 'Nell', {
    prepare: newcomer,
    first: thenWritten(
      async ({ store }) => {
        await store.db
          .updateTable('staff_invitations')
          .set({ wrong_checks: 0 })
          .where('wrong_checks', '>', 0)
          .execute();
        return undefined;
      },
      async (desk, { wrong }) => {
        for (let guess = 0; guess < 4; guess += 1) {
          await desk
            .perform('insider', 'staff.confirm', { person: 'Nell', check: wrong! })
            .catch(() => undefined);
        }
        return { check: wrong! };
      },
    ),
    leaves: ['staff_invitations', 'staff_tokens'],
    once: true,
    refusal: 'Nell has no open invitation.',
  }),
  claiming('Claim an invitation that has expired, after writing a later date into the database', {
    first: thenWritten(
      async ({ store }, desk) => {
        await store.db
          .updateTable('staff_invitations')
          .set({ expires_at: desk.context.clock() + DAY })
          .where('claimed_at', 'is', null)
          .execute();
        return undefined;
      },
      async (desk) => {
        const things = await invite(desk);
        desk.moveBy(15 * DAY);
        return things;
      },
    ),
    leaves: INVITED,
    refusal: 'This invitation code is not valid, or a newer one was issued. Ask for a new one.',
  }),
];
