// Why a signed-in person cannot read an operation, and what to do about it.

import { type Access, ENTITLEMENTS, requiredTier } from '@rf-indicators/contract';
import type { Reader } from '@rf-indicators/contract/console';
import type { Admission } from '../../http/admission.ts';
import type { SessionReader } from '../messages.ts';

type Refusal = NonNullable<Admission['refusal']>;

export const SESSIONS_ONLY: Refusal = {
  code: 'not_signed_in',
  details: {
    detail:
      'This is for the pages of people who signed in, with a session. Programs read the same under /api/v1, with an API key.',
  },
};

export const NOT_SIGNED_IN: Refusal = {
  code: 'not_signed_in',
  details: {
    detail: 'Nobody is signed in here, or the session has ended. Sign in at /sign-in and try again.',
  },
};

/** Reports one missing requirement at a time, starting with the one that takes longest to obtain; null if none is. */
export function refusalOf(reader: SessionReader, access: Access): Refusal | null {
  if (reader.kind === 'staff') {
    const detail =
      'Staff read scores at the desk. Here, members of a workspace read what their workspace is entitled to.';
    return { code: 'insufficient_role', details: { detail } };
  }
  const { workspace, tier, entitlements, hasAcceptedTerms } = reader;
  const needed = ENTITLEMENTS.find((entitlement) => entitlement === access);
  if (needed !== undefined && !entitlements.includes(needed)) {
    const required = requiredTier(needed);
    const detail =
      tier === 'CUSTOM'
        ? `The contract of ${workspace} does not include the "${needed}" entitlement. /access says whom to ask.`
        : `${workspace} has the ${tier} tier, and this requires the ${required} tier. /access says how to get it.`;
    return {
      code: 'insufficient_tier',
      details: { detail, required_tier: required, workspace_tier: tier },
    };
  }
  if (!hasAcceptedTerms) {
    const detail = `The Contract Admin of ${workspace} has not accepted the current API terms. They can do so in the console, under Terms.`;
    return { code: 'terms_not_accepted', details: { detail } };
  }
  return null;
}

const NOBODY: Reader = {
  ...{ signed_in: false, name: null, workspace: null, roles: [], tier: null },
  ...{ may_read: [], refusal: null },
};

/** What a page learns about its reader. */
export function describeReader(reader: SessionReader | null): Reader {
  if (reader === null) return NOBODY;
  const { name, roles } = reader;
  const refusal = refusalOf(reader, 'scores');
  const { workspace, tier } = reader.kind === 'member' ? reader : { workspace: null, tier: null };
  return {
    ...{ signed_in: true, name, workspace, roles: [...roles], tier },
    may_read: ENTITLEMENTS.filter((entitlement) => refusalOf(reader, entitlement) === null),
    refusal: refusal && { code: refusal.code, detail: refusal.details.detail! },
  };
}
