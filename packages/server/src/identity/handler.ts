// Answers requests under /api/auth. Only the operations listed here reach better-auth.

import { recordAct } from '@rf-indicators/core/context/audit';
import type { Context } from '@rf-indicators/core/context/context';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { problemOf } from '@rf-indicators/core/context/refusal-problem';
import {
  forgetFailures,
  type Guess,
  isFirstUse,
  recordFailure,
  requireMayGuess,
  TooManyGuesses,
} from '@rf-indicators/core/identity/guessing';
import { signInLinks } from '@rf-indicators/core/identity/mails';
import { requireGoodPassword } from '@rf-indicators/core/identity/passwords';
import { sessionCookieName, sessionSecret } from '@rf-indicators/core/identity/session-cookie';
import {
  callerOfSession,
  type SessionSettings,
  type SignedIn,
  sessionOf,
} from '@rf-indicators/core/identity/sessions';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { isSameOrigin } from '../http/same-origin.ts';
import { ADDRESS_HEADER, type Auth, createAuth, doesAnswer } from './auth.ts';
import { mailer } from './mailer.ts';
import { type IdentityRequest, type IdentityResponse, problem } from './messages.ts';
import { OPEN_OPERATIONS, type OwnServices, SIGNED_IN_OPERATIONS } from './own-operations.ts';
import type { IdentitySettings } from './settings.ts';

/** open: no session needed. signed-in: needs one. fresh: also a sign-in within the last ten minutes. */
type Needs = 'open' | 'signed-in' | 'fresh';

const AUTH_OPERATIONS: Readonly<Record<string, Needs>> = {
  'POST /sign-in/email': 'open',
  'POST /sign-in/social': 'open',
  'GET /callback/oidc': 'open',
  'POST /two-factor/verify-totp': 'open',
  'POST /two-factor/verify-backup-code': 'open',
  'GET /passkey/generate-authenticate-options': 'open',
  'POST /passkey/verify-authentication': 'open',
  'POST /sign-out': 'signed-in',
  'POST /change-password': 'signed-in',
  'GET /passkey/list-user-passkeys': 'signed-in',
  'POST /two-factor/enable': 'fresh',
  'POST /two-factor/disable': 'fresh',
  'POST /two-factor/generate-backup-codes': 'fresh',
  'GET /passkey/generate-register-options': 'fresh',
  'POST /passkey/verify-registration': 'fresh',
  'POST /passkey/delete-passkey': 'fresh',
};

const OIDC_OPERATIONS = new Set(['POST /sign-in/social', 'GET /callback/oidc']);

/** These change how a person can sign in, and leave an audit record. */
const CREDENTIAL_CHANGES: Readonly<Record<string, string>> = {
  'POST /change-password': 'password changed',
  'POST /two-factor/verify-totp': 'second factor confirmed',
  'POST /two-factor/disable': 'second factor removed',
  'POST /two-factor/generate-backup-codes': 'new recovery codes',
  'POST /passkey/verify-registration': 'passkey added',
  'POST /passkey/delete-passkey': 'passkey removed',
};

/** A path of ours: no other site, and nothing that a browser would read as one. */
const OWN_PATH = /^\/(?![/\\])[\w\-./~%?=&#]*$/;
const REDIRECTS = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'];

export interface Identity {
  sessions: SessionSettings;
  handle(request: IdentityRequest): Promise<IdentityResponse>;
}

export function createIdentity(context: Context, masterKey: MasterKey, settings: IdentitySettings): Identity {
  const secret = sessionSecret(masterKey);
  const sessionsAt = (baseUrl: string): SessionSettings => ({
    ...settings.limits,
    cookieName: sessionCookieName(baseUrl),
    secret,
  });
  const links = signInLinks(settings.baseUrl, settings.siteName, mailer(settings.mail));
  /** By the address of the pages: cookies, redirects and passkeys depend on it, and staff may have one of their own. */
  const plain = new Map<string, Auth>();
  const withProvider = new Map<string, Auth>();

  /** better-auth asks the provider for its addresses once, and would make every sign-in wait for the answer. */
  async function authFor(name: string, baseUrl: string): Promise<Auth | null> {
    const usesProvider = OIDC_OPERATIONS.has(name);
    const known = (usesProvider ? withProvider : plain).get(baseUrl);
    if (known !== undefined) return known;
    const oidc = usesProvider ? settings.oidc : null;
    if (usesProvider && (oidc === null || !(await doesAnswer(oidc)))) return null;
    const auth = createAuth(context, { ...settings, baseUrl, oidc }, sessionsAt(baseUrl));
    (usesProvider ? withProvider : plain).set(baseUrl, auth);
    return auth;
  }

  async function respond(request: IdentityRequest, name: string, baseUrl: string): Promise<IdentityResponse> {
    const sessions = sessionsAt(baseUrl);
    const own: OwnServices = {
      ...{ context, sessions, links, hasProvider: settings.oidc !== null },
      passwordCost: settings.passwordCost,
    };
    const open = OPEN_OPERATIONS[name];
    if (open) return open(own, request);
    const signedIn = await callerOfSession(context, sessions, request.headers.cookie, request.address);
    const withSession = SIGNED_IN_OPERATIONS[name];
    if (withSession)
      return signedIn === null ? problem('not_signed_in') : withSession(own, request, signedIn);
    const needs = AUTH_OPERATIONS[name]!;
    if (needs !== 'open' && signedIn === null) return problem('not_signed_in');
    if (needs === 'fresh' && !signedIn!.isFresh) return problem('sign_in_again');
    const checked = checkBody(request, name, signedIn);
    const guess = guessOf(request, name);
    if (guess !== null) {
      const pause = await requireMayGuess(context, guess);
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    const able = await authFor(name, baseUrl);
    if (able === null)
      return settings.oidc === null
        ? problem('not_found', 'This service has no OIDC provider.')
        : problem('service_unavailable', 'The OIDC provider does not answer. Try again later.');
    const before = await sessionOf(context, sessions, request.headers.cookie);
    const response = await able.handler(asWebRequest(checked, baseUrl));
    if (
      name === 'POST /two-factor/verify-totp' &&
      response.ok &&
      (await hasReusedCode(sessions, request, response))
    )
      return problem('sign_in_failed', 'This code was used already. Wait for the next one.');
    if (guess !== null) await (response.ok ? forgetFailures(context, guess) : recordFailure(context, guess));
    const setsSession = response.headers
      .getSetCookie()
      .some((cookie) => cookie.startsWith(`${sessions.cookieName}=`));
    // A new session replaces the one that the browser had, so that nothing planted before a sign-in outlives it.
    if (response.ok && setsSession && before !== null)
      await context.store.db.deleteFrom('user_sessions').where('id', '=', before.id).execute();
    if (response.ok && signedIn !== null && CREDENTIAL_CHANGES[name] !== undefined)
      await recordChange(context, signedIn, CREDENTIAL_CHANGES[name]);
    return asExchange(response, needs);
  }

  /** Ends the session that better-auth has begun with a code that was used before. */
  async function hasReusedCode(
    sessions: SessionSettings,
    { body }: IdentityRequest,
    response: Response,
  ): Promise<boolean> {
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
    const begun = await sessionOf(context, sessions, cookies.join('; '));
    if (begun === null || (await isFirstUse(context, begun.user_id, String(body?.code)))) return false;
    await context.store.db.deleteFrom('user_sessions').where('id', '=', begun.id).execute();
    return true;
  }

  return {
    sessions: sessionsAt(settings.baseUrl),
    async handle(request) {
      const { method, url, headers, baseUrl = settings.baseUrl } = request;
      const path = url.split('?')[0]!.slice('/api/auth'.length);
      const name = `${method} ${path}`;
      if (
        ![OPEN_OPERATIONS, SIGNED_IN_OPERATIONS, AUTH_OPERATIONS].some((table) => Object.hasOwn(table, name))
      )
        return problem('not_found');
      if (!isSameOrigin(method, headers.origin, baseUrl)) return problem('foreign_origin');
      try {
        return await respond(request, name, baseUrl);
      } catch (error) {
        if (error instanceof TooManyGuesses) {
          const { message: detail, retryAfterSeconds: retry_after } = error;
          const retry = ['retry-after', String(retry_after)];
          return { problem: { code: 'rate_limit_exceeded', detail, retry_after }, headers: retry };
        }
        if (!(error instanceof Refusal)) throw error;
        return { problem: problemOf(error), headers: [] };
      }
    },
  };
}

/** What better-auth does not check, or should not be asked to do. */
function checkBody(request: IdentityRequest, name: string, signedIn: SignedIn | null): IdentityRequest {
  const { body } = request;
  if (body === null) return request;
  for (const member of REDIRECTS) {
    const value = body[member];
    if (value === undefined || (typeof value === 'string' && OWN_PATH.test(value))) continue;
    throw new Refusal('validation_failed', 'The body is not valid.', [
      { place: `/${member}`, code: 'invalid', message: 'must be a path of this service' },
    ]);
  }
  if (name === 'POST /passkey/verify-authentication') requireUserVerified(body);
  // A browser that is trusted would need no second factor.
  const { trustDevice: _, ...rest } = body;
  if (name !== 'POST /change-password') return { ...request, body: rest };
  requireGoodPassword(String(body.newPassword), signedIn!.user.email);
  return { ...request, body: { ...rest, revokeOtherSessions: true } };
}

const FLAGS_AT = 32;
const USER_VERIFIED = 0x04;

/** A passkey replaces the password, so the device must have checked who uses it. better-auth does not require it. */
function requireUserVerified(body: Record<string, unknown>): void {
  const { response } = (body.response ?? {}) as { response?: { authenticatorData?: unknown } };
  const data = Buffer.from(String(response?.authenticatorData ?? ''), 'base64url');
  if (((data[FLAGS_AT] ?? 0) & USER_VERIFIED) !== 0) return;
  throw new Refusal('invalid_token', 'The device did not verify its user, for example by a PIN.');
}

function guessOf({ body, address }: IdentityRequest, name: string): Guess | null {
  if (name === 'POST /sign-in/email') return { account: String(body?.email).slice(0, 254), address };
  if (name === 'POST /passkey/verify-authentication') return { account: `passkey from ${address}`, address };
  if (name.startsWith('POST /two-factor/verify'))
    return { account: `second factor from ${address}`, address };
  return null;
}

async function recordChange(context: Context, { caller, user }: SignedIn, change: string): Promise<void> {
  const { id } = caller.kind === 'staff' ? caller.actor : caller.member;
  const subject = caller.kind === 'staff' ? `staff/${id}` : `members/${id}`;
  await context.store.transaction((writes) =>
    recordAct(context, writes, { id }, 'sign_in.credentials_changed', subject, null, {
      email: user.email,
      change,
    }),
  );
}

function asWebRequest({ method, url, headers, body, address }: IdentityRequest, baseUrl: string): Request {
  const given = new Headers({ [ADDRESS_HEADER]: address });
  if (headers.cookie !== undefined) given.set('cookie', headers.cookie);
  if (headers.origin !== undefined) given.set('origin', headers.origin);
  if (headers.userAgent !== undefined) given.set('user-agent', headers.userAgent.slice(0, 300));
  if (method === 'GET') return new Request(new URL(url, baseUrl), { headers: given });
  given.set('content-type', 'application/json');
  return new Request(new URL(url, baseUrl), { method, headers: given, body: JSON.stringify(body ?? {}) });
}

async function asExchange(response: Response, needs: Needs): Promise<IdentityResponse> {
  const headers = response.headers.getSetCookie().flatMap((cookie) => ['set-cookie', cookie]);
  const text = await response.text();
  if (response.status < 400) {
    const location = response.headers.get('location');
    if (location !== null && response.status >= 300) headers.push('location', location);
    return { status: response.status, headers, body: withoutToken(text) };
  }
  const { message } = (text === '' ? {} : JSON.parse(text)) as { message?: string };
  if (response.status >= 500) throw new Error(`better-auth failed: ${text}`);
  const code =
    response.status === 401
      ? needs === 'open'
        ? 'sign_in_failed'
        : 'not_signed_in'
      : response.status === 429
        ? 'rate_limit_exceeded'
        : response.status === 403
          ? 'insufficient_role'
          : response.status === 404
            ? 'not_found'
            : 'validation_failed';
  return { problem: { code, ...(message ? { detail: `${message.replace(/\.$/, '')}.` } : {}) }, headers };
}

/** The session is in the cookie only, where no script reads it. */
function withoutToken(text: string): string | null {
  if (text === '') return null;
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
  const { token: _, session: __, ...rest } = value as Record<string, unknown>;
  return JSON.stringify(rest);
}
