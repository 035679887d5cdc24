// Answers requests under /api/auth. Only the operations listed here reach better-auth.

import type { ProblemCode } from '@rf-indicators/contract';
import { mayUse } from '@rf-indicators/core/accounts/sign-in-servers';
import { recordAct } from '@rf-indicators/core/context/audit';
import type { Context } from '@rf-indicators/core/context/context';
import { requirePlainTexts } from '@rf-indicators/core/context/names';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { problemOf } from '@rf-indicators/core/context/refusal-problem';
import { forgetGuess, isFirstUse, TooManyGuesses } from '@rf-indicators/core/identity/guessing';
import { signInLinks } from '@rf-indicators/core/identity/mails';
import { requireGoodPassword } from '@rf-indicators/core/identity/passwords';
import { sessionCookieName, sessionSecrets } from '@rf-indicators/core/identity/session-cookie';
import {
  callerOfSession,
  deleteSession,
  noteSignIn,
  type SessionSettings,
  type SignedIn,
  sessionOf,
} from '@rf-indicators/core/identity/sessions';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { isSameOrigin } from '../http/same-origin.ts';
import { NoPlace } from '../http/turns.ts';
import { Attempts } from './attempts.ts';
import {
  ADDRESS_HEADER,
  type Auth,
  createAuth,
  doesAnswer,
  type SignInAttempt,
  signInAttempts,
} from './auth.ts';
import { knownBrowserCookie } from './known-browsers.ts';
import { mailer } from './mailer.ts';
import { type IdentityRequest, type IdentityResponse, json, problem } from './messages.ts';
import { OPEN_OPERATIONS, type OwnServices, SIGNED_IN_OPERATIONS } from './own-operations.ts';
import { configuredServers, type IdentitySettings } from './settings.ts';

/** open: no session needed. signed-in: needs one. fresh: also a sign-in within the last ten minutes. */
type Needs = 'open' | 'signed-in' | 'fresh';

/** Of better-auth; no other operation of it exists. */
export const AUTH_OPERATIONS: Readonly<Record<string, Needs>> = {
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
  const secrets = sessionSecrets(masterKey);
  const secret = secrets[0]!;
  const sessionsAt = (baseUrl: string): SessionSettings => ({
    ...settings.limits,
    cookieName: sessionCookieName(baseUrl),
    secret,
  });
  const links = signInLinks(settings.baseUrl, settings.siteName, mailer(context, settings.mail));
  const attempts = new Attempts(context, secret);
  const servers = configuredServers(settings);
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
    const auth = createAuth(context, { ...settings, baseUrl, oidc }, sessionsAt(baseUrl), secrets);
    (usesProvider ? withProvider : plain).set(baseUrl, auth);
    return auth;
  }

  async function respond(request: IdentityRequest, name: string, baseUrl: string): Promise<IdentityResponse> {
    requirePlainBody(request);
    const sessions = sessionsAt(baseUrl);
    const own: OwnServices = {
      ...{ context, sessions, links, mayUse: (kind) => mayUse(context, kind, servers) },
      passwordCost: settings.passwordCost,
    };
    const open = OPEN_OPERATIONS[name];
    if (open) {
      const opened = { name, request, baseUrl, signedIn: null };
      return (await attempts.perform(opened, () => open(own, request))).result;
    }
    const signedIn = await callerOfSession(context, sessions, request.headers.cookie, request.address);
    const withSession = SIGNED_IN_OPERATIONS[name];
    if (withSession)
      return signedIn === null ? problem('not_signed_in') : withSession(own, request, signedIn);
    const needs = AUTH_OPERATIONS[name]!;
    if (needs !== 'open' && signedIn === null) return problem('not_signed_in');
    if (needs === 'fresh' && !signedIn!.isFresh) return problem('sign_in_again');
    const checked = checkBody(request, name, signedIn);
    if (OIDC_OPERATIONS.has(name) && settings.oidc !== null && !(await mayUse(context, 'provider', servers)))
      return problem(
        'service_unavailable',
        'Two people have not confirmed the OIDC provider in the settings, so nobody can sign in with it. Sign in another way.',
      );
    const able = await authFor(name, baseUrl);
    if (able === null)
      return settings.oidc === null
        ? problem('not_found', 'This service has no OIDC provider.')
        : problem('service_unavailable', 'The OIDC provider does not answer. Try again later.');
    if (name === 'POST /passkey/verify-registration' && (await isKnownPasskey(checked)))
      return problem('conflict', 'This passkey has been added already.');
    const before = await sessionOf(context, sessions, request.headers.cookie);
    const attempt: SignInAttempt = { signedInAs: before?.user_id ?? null };
    const { result: response, counted } = await attempts.perform({ name, request, baseUrl, signedIn }, () =>
      signInAttempts.run(attempt, () => able.handler(asWebRequest(checked, baseUrl))),
    );
    const next = await nextStep(name, attempt, response);
    if (next !== null) {
      // The password was right.
      if (attempt.needsPasskey && counted !== null) await forgetGuess(context, counted);
      return next;
    }
    if (
      name === 'POST /two-factor/verify-totp' &&
      response.ok &&
      (await hasReusedCode(sessions, request, response))
    )
      return problem('sign_in_failed', 'This code was used already. Wait for the next one.');
    if (response.ok && counted !== null) await forgetGuess(context, counted);
    const setsSession = response.headers
      .getSetCookie()
      .some((cookie) => cookie.startsWith(`${sessions.cookieName}=`));
    // A new session replaces the one that the browser had, so that nothing planted before a sign-in outlives it.
    if (response.ok && setsSession && before !== null) await deleteSession(context.store, before.id);
    // After OpenID Connect the answer is a redirect.
    if (response.status < 400 && setsSession) await noteSignIn(context, sessions, cookiesOf(response));
    if (response.ok && signedIn !== null && CREDENTIAL_CHANGES[name] !== undefined)
      await recordChange(context, signedIn, CREDENTIAL_CHANGES[name]);
    const exchange = await asExchange(response, needs);
    if (response.ok && name === 'POST /sign-in/email')
      exchange.headers.push('set-cookie', knownBrowserCookie(String(checked.body!.email), baseUrl, secret));
    return exchange;
  }

  async function isKnownPasskey({ body }: IdentityRequest): Promise<boolean> {
    const { id } = (body?.response ?? {}) as { id?: unknown };
    const found = await context.store.db
      .selectFrom('user_passkeys')
      .select('id')
      .where('credential_id', '=', String(id))
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Ends the session that better-auth has begun with a code that was used before. */
  async function hasReusedCode(
    sessions: SessionSettings,
    { body }: IdentityRequest,
    response: Response,
  ): Promise<boolean> {
    const begun = await sessionOf(context, sessions, cookiesOf(response));
    if (begun === null || (await isFirstUse(context, begun.user_id, String(body?.code)))) return false;
    await deleteSession(context.store, begun.id);
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
        if (error instanceof TooManyGuesses)
          return tryLater('rate_limit_exceeded', error.message, error.retryAfterSeconds);
        if (error instanceof NoPlace) {
          const code = error.isOwnShare ? 'rate_limit_exceeded' : 'service_unavailable';
          const why = error.isOwnShare ? SHARE_IN_USE : ALL_IN_USE;
          return tryLater(code, `${why} Try again in ${NO_PLACE_SECONDS} seconds.`, NO_PLACE_SECONDS);
        }
        if (!(error instanceof Refusal)) throw error;
        return { problem: problemOf(error), headers: [] };
      }
    },
  };
}

const NO_PLACE_SECONDS = 2;
const SHARE_IN_USE = 'Several sign-ins from your network are being checked.';
const ALL_IN_USE = 'Too many people are signing in at this moment.';

function tryLater(code: ProblemCode, detail: string, seconds: number): IdentityResponse {
  const headers = ['retry-after', String(seconds)];
  return { problem: { code, detail, retry_after: seconds }, headers };
}

const PASSWORDS = new Set(['password', 'newPassword', 'currentPassword']);

/** Passwords may have any character, because only their hash is kept. */
function requirePlainBody({ body }: IdentityRequest): void {
  const texts = Object.entries(body ?? {}).filter(([member]) => !PASSWORDS.has(member));
  requirePlainTexts(Object.fromEntries(texts), 'The body is not valid.');
}

/** Where a sign-in goes on that is not finished: the second factor, or a second person; null if it is finished or failed. */
async function nextStep(
  name: string,
  { link, needsPasskey }: SignInAttempt,
  response: Response,
): Promise<IdentityResponse | null> {
  const isBack = name === 'GET /callback/oidc';
  if (needsPasskey)
    return isBack
      ? redirect('/sign-in?error=passkey')
      : json({ twoFactorRedirect: true, twoFactorMethods: ['passkey'] });
  if (link?.state === 'waits') return redirect(`/sign-in/link#${link.check}`);
  if (link !== undefined && link.state !== 'linked') return redirect(`/sign-in?error=${link.state}`);
  const text = isBack ? await response.clone().text() : '';
  if (text === '' || (JSON.parse(text) as { twoFactorRedirect?: boolean }).twoFactorRedirect !== true)
    return null;
  const cookies = response.headers.getSetCookie();
  const to = response.headers.get('location') ?? '/console';
  return redirect(`/sign-in?step=code&to=${encodeURIComponent(to)}`, cookies);
}

function redirect(location: string, cookies: readonly string[] = []): IdentityResponse {
  const headers = [...cookies.flatMap((cookie) => ['set-cookie', cookie]), 'location', location];
  return { status: 302, headers, body: null };
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
  const { message, code: why } = (text === '' ? {} : JSON.parse(text)) as { message?: string; code?: string };
  // What a device sent was not valid, which better-auth takes for a failure of its own.
  if (why === 'FAILED_TO_VERIFY_REGISTRATION')
    return { problem: { code: 'validation_failed', detail: 'The passkey could not be added.' }, headers };
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

/** The cookies that a response sets, as a browser sends them back. */
function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ');
}
