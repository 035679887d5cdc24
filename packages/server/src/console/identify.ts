// Finds out who sends a request: the holder of a token, or the person of a session. Then checks that they may perform
// the act at all, before its input is read.

import { entitlementsOf } from '@rf-indicators/contract';
import { ACTS, type Act } from '@rf-indicators/contract/acts';
import { needsFreshSession } from '@rf-indicators/contract/console';
import { authenticateMember } from '@rf-indicators/core/accounts/members';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { hasAccepted } from '@rf-indicators/core/accounts/terms';
import { type Caller, requireCallerMay } from '@rf-indicators/core/acts/caller';
import type { Context } from '@rf-indicators/core/context/context';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { personKey } from '@rf-indicators/core/identity/people';
import { callerOfSession, type SessionSettings } from '@rf-indicators/core/identity/sessions';
import { isSameOrigin } from '../http/same-origin.ts';
import type { ConsoleProblem, Identification, Identified, ReaderRequest, SessionReader } from './messages.ts';

export async function identify(
  context: Context,
  sessions: (baseUrl: string) => SessionSettings,
  request: Identification,
): Promise<Identified | ConsoleProblem> {
  const { act, authorization, cookie, origin, method, baseUrl, address, actingAs, isUnattended } = request;
  const entry: Act = ACTS[act];
  // What they send instead, such as an invitation code, is in the input.
  if (entry.who.anyone !== undefined)
    return { caller: { kind: 'nobody' }, act, person: null, via: null, isFresh: false };
  if (authorization !== undefined) {
    const caller = await holderOf(context, authorization, address);
    requireCallerMay(caller, act);
    return { caller, act, person: personOf(caller), via: 'token', isFresh: false };
  }
  const signedIn =
    cookie === undefined
      ? null
      : await callerOfSession(context, sessions(baseUrl), cookie, address, { actingAs, isUnattended });
  if (signedIn === null) return { problem: { code: 'not_signed_in', detail: NOT_SIGNED_IN } };
  if (!isSameOrigin(method, origin, baseUrl)) return { problem: { code: 'foreign_origin' } };
  const { caller, isFresh } = signedIn;
  requireCallerMay(caller, act);
  if (needsFreshSession(entry) && !isFresh) return { problem: { code: 'sign_in_again' } };
  return { caller, act, person: personOf(caller), via: 'session', isFresh };
}

const NOT_SIGNED_IN =
  'This requires a token (Authorization: Bearer) or a session, and there is none that is valid.';

async function holderOf(context: Context, authorization: string, address: string): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined)
    throw new Refusal('invalid_token', 'The Authorization header must be "Bearer" and a token.');
  if (token.startsWith('rf_staff_')) return { kind: 'staff', actor: await authenticate(context, token) };
  return { kind: 'member', member: await authenticateMember(context, token), from: address };
}

function personOf(caller: Caller): string | null {
  return caller.kind === 'staff' || caller.kind === 'member' ? personKey(caller) : null;
}

// Finds out who reads with a session, and what their workspace may read.

/** Null without a valid session. */
export async function findReader(
  context: Context,
  sessions: (baseUrl: string) => SessionSettings,
  { cookie, address, baseUrl, actingAs, isUnattended }: ReaderRequest,
): Promise<SessionReader | null> {
  const page = { actingAs, isUnattended };
  const signedIn = await callerOfSession(context, sessions(baseUrl), cookie, address, page);
  if (signedIn === null) return null;
  const { caller } = signedIn;
  if (caller.kind === 'staff') return { kind: 'staff', name: caller.actor.name, roles: caller.actor.roles };
  const { name, role, workspace } = caller.member;
  return {
    kind: 'member',
    name,
    roles: [role],
    person: personKey(caller),
    workspace: workspace.name,
    tier: workspace.tier,
    entitlements: entitlementsOf(workspace.tier, workspace.entitlements),
    hasAcceptedTerms: await hasAccepted(context.store.db, workspace.id, 'api'),
  };
}
