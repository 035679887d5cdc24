// Finds out who reads with a session, and what their workspace may read.

import { entitlementsOf } from '@rf-indicators/contract';
import { hasAccepted } from '@rf-indicators/core/accounts/terms';
import type { Context } from '@rf-indicators/core/context/context';
import { personKey } from '@rf-indicators/core/identity/people';
import { callerOfSession, type SessionSettings } from '@rf-indicators/core/identity/sessions';
import type { ReaderRequest, SessionReader } from '../messages.ts';

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
  if (caller.kind === 'staff') return { kind: 'staff', name: caller.actor.name };
  const { name, workspace } = caller.member;
  return {
    kind: 'member',
    name,
    person: personKey(caller),
    workspace: workspace.name,
    tier: workspace.tier,
    entitlements: entitlementsOf(workspace.tier, workspace.entitlements),
    hasAcceptedTerms: await hasAccepted(context.store.db, workspace.id, 'api'),
  };
}
