// The operations of sign-in that are not better-auth's: one's own sessions, invitations and password resets.

import type { ServerKind } from '@rf-indicators/core/accounts/sign-in-servers';
import type { Context } from '@rf-indicators/core/context/context';
import { Refusal } from '@rf-indicators/core/context/refusal';
import {
  claimSignIn,
  requestReset,
  resetPassword,
  showInvitation,
} from '@rf-indicators/core/identity/claims';
import { countGuess } from '@rf-indicators/core/identity/guessing';
import { mailReset, type SignInLinks } from '@rf-indicators/core/identity/mails';
import type { PasswordCost } from '@rf-indicators/core/identity/passwords';
import {
  actAs,
  endAllSessions,
  endSession,
  isFresh,
  listPeople,
  listSessions,
  type SessionSettings,
  type SignedIn,
  sessionOf,
} from '@rf-indicators/core/identity/sessions';
import { credentialsOf } from '@rf-indicators/core/identity/users';
import { type IdentityRequest, type IdentityResponse, json } from './messages.ts';

export interface OwnServices {
  context: Context;
  sessions: SessionSettings;
  links: SignInLinks;
  /** Whether the settings name such a server, and the store allows it. */
  mayUse(kind: ServerKind): Promise<boolean>;
  passwordCost: PasswordCost | undefined;
}

type Operation = (services: OwnServices, request: IdentityRequest) => Promise<IdentityResponse>;
type SignedInOperation = (
  services: OwnServices,
  request: IdentityRequest,
  signedIn: SignedIn,
) => Promise<IdentityResponse>;

export const OPEN_OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET /ways': async ({ mayUse }) => json({ provider: await mayUse('provider'), mail: await mayUse('mail') }),
  'POST /invitations/show': async ({ context }, { body }) =>
    json(await showInvitation(context, text(body, 'code'))),
  'POST /invitations/claim': async ({ context, passwordCost }, { body }) => {
    const password = body?.password === undefined ? null : text(body, 'password');
    return json(await claimSignIn(context, { code: text(body, 'code'), password }, passwordCost));
  },
  'POST /password/forgot': async ({ context, links, mayUse }, { body, address }) => {
    const email = text(body, 'email').toLowerCase();
    // Never taken back: each counts.
    await countGuess(context, { account: `reset of ${email}`, address });
    // Without mail there is nothing to send: an operator lets the person back in.
    const mailed = await mayUse('mail');
    if (mailed) {
      const reset = await requestReset(context, email);
      // Not awaited: the time of the answer must not tell whether the address is known.
      if (reset !== null) void mailReset(links, reset);
    }
    return json({ mailed });
  },
  'POST /password/reset': async ({ context, sessions, passwordCost }, { body, headers }) => {
    const session = await sessionOf(context, sessions, headers.cookie);
    const isProven = session?.method === 'passkey' && isFresh(session, context.clock());
    const provenUser = isProven ? session.user_id : null;
    const reset = { code: text(body, 'code'), password: text(body, 'password'), provenUser };
    return json(await resetPassword(context, reset, passwordCost));
  },
};

export const SIGNED_IN_OPERATIONS: Readonly<Record<string, SignedInOperation>> = {
  'GET /session': async ({ context }, _, { user, isFresh, caller }) => {
    const acting_as = caller.kind === 'staff' ? `staff/${caller.actor.id}` : `members/${caller.member.id}`;
    return json({ user, acting_as, is_fresh: isFresh, people: await listPeople(context, user.id) });
  },
  'GET /credentials': async ({ context }, _, { user }) => json(await credentialsOf(context, user.id)),
  'GET /sessions': async ({ context }, _, signedIn) => json({ data: await listSessions(context, signedIn) }),
  'POST /sessions/end': async ({ context }, { body }, signedIn) => {
    await endSession(context, signedIn, text(body, 'id'));
    return json({});
  },
  'POST /sessions/end-all': async ({ context }, _, { user }) => {
    await endAllSessions(context.store, user.id);
    return json({});
  },
  'POST /act-as': async ({ context, sessions }, { body }, signedIn) => {
    await actAs(context, sessions, signedIn, text(body, 'acting_as'));
    return json({});
  },
};

function text(body: IdentityRequest['body'], name: string): string {
  const value = body?.[name];
  if (typeof value === 'string' && value.length <= 1000) return value;
  throw new Refusal('validation_failed', 'The body is not valid.', [
    { place: `/${name}`, code: 'required', message: 'must be a text of at most 1000 characters' },
  ]);
}
