// The configuration of better-auth: passwords, a second factor, passkeys and the OIDC provider of the firm. It never
// creates users, and a session belongs to a person of ours.

import { AsyncLocalStorage } from 'node:async_hooks';
import { passkey } from '@better-auth/passkey';
import type { Context } from '@rf-indicators/core/context/context';
import {
  hashPassword,
  LONGEST_PASSWORD,
  SHORTEST_PASSWORD,
  verifyPassword,
} from '@rf-indicators/core/identity/passwords';
import { peopleOf, personKey } from '@rf-indicators/core/identity/people';
import {
  accountAt,
  beginLink,
  hasPasskey,
  type NewLink,
  recordLink,
} from '@rf-indicators/core/identity/provider-links';
import { cookiePrefix } from '@rf-indicators/core/identity/session-cookie';
import { expiryOf, FRESH_MS, limitsOf, type SessionSettings } from '@rf-indicators/core/identity/sessions';
import { provedRow } from '@rf-indicators/core/store/records/proved';
import type { SignInMethod } from '@rf-indicators/core/store/schema';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import { type IdentitySettings, issuerOf, type OidcSettings } from './settings.ts';
import { storeAdapter } from './store-adapter.ts';

/** As better-auth names the operation to which the provider sends people back. */
const CALLBACK = '/callback/:id';
const RECOVERY_CODES = 10;
const DISCOVERY_MS = 5000;

/** The header in which the serving thread names the client; whatever a client sends in it is replaced. */
export const ADDRESS_HEADER = 'x-rf-client-address';

export interface Auth {
  handler(request: Request): Promise<Response>;
}

/** What one request brings along, and what our hooks in better-auth find out about it. */
export interface SignInAttempt {
  /** The user of the session that the browser has. */
  signedInAs: string | null;
  /** Set if the account at the provider was not linked yet. */
  link?: NewLink;
  /** Set if the person must use their passkey. */
  needsPasskey?: true;
}

export const signInAttempts = new AsyncLocalStorage<SignInAttempt>();

/** How a session began, by the operation that began it. */
const METHODS: Readonly<Record<string, SignInMethod>> = {
  '/sign-in/email': 'password',
  '/change-password': 'password',
  [CALLBACK]: 'provider',
  '/passkey/verify-authentication': 'passkey',
  '/two-factor/verify-totp': 'code',
  '/two-factor/verify-backup-code': 'recovery_code',
};
/** Ways that show less than a second factor does. */
const WEAK_WAYS: readonly string[] = ['/sign-in/email', CALLBACK];

/** `secrets`: one for each master key, newest first. */
export function createAuth(
  context: Context,
  settings: IdentitySettings,
  sessions: SessionSettings,
  secrets: readonly string[],
): Auth {
  const { baseUrl, oidc } = settings;
  const isHttps = baseUrl.startsWith('https:');
  const longest = Math.max(sessions.staff.absoluteMs, sessions.members.absoluteMs);
  return betterAuth({
    appName: settings.siteName,
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret: sessions.secret,
    trustedOrigins: [new URL(baseUrl).origin],
    database: storeAdapter(context, secrets, async (writes, model, row) => {
      if (model !== 'user_credentials' || row.provider_id !== 'oidc') return;
      await recordLink(context, writes, { userId: String(row.user_id), accountId: String(row.account_id) });
    }),
    telemetry: { enabled: false },
    // Failures are answered; better-auth would also write them to the console.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    // A fault of the store must reach the serving thread as what it is.
    onAPIError: {
      onError: (error) => {
        if (!(error instanceof APIError)) throw error;
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: {
        hash: (password) => hashPassword(password, settings.passwordCost),
        verify: ({ hash, password }) => verifyPassword(password, hash),
      },
    },
    user: {
      modelName: 'users',
      fields: columns('emailVerified', 'createdAt', 'updatedAt'),
    },
    session: {
      modelName: 'user_sessions',
      fields: columns('userId', 'expiresAt', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent'),
      additionalFields: {
        actingAs: { type: 'string', fieldName: 'acting_as', required: false, input: false },
        method: { type: 'string', required: false, input: false },
      },
      expiresIn: longest / 1000,
      // Sessions are extended by callerOfSession, within their limits.
      disableSessionRefresh: true,
      freshAge: FRESH_MS / 1000,
    },
    account: {
      modelName: 'user_credentials',
      fields: columns('userId', 'providerId', 'accountId', 'createdAt', 'updatedAt'),
      // Not in trustedProviders: an address that the provider has not verified opens nothing.
      accountLinking: { enabled: true, updateUserInfoOnLink: false },
    },
    verification: {
      modelName: 'user_verifications',
      fields: columns('expiresAt', 'createdAt', 'updatedAt'),
    },
    advanced: {
      cookiePrefix: cookiePrefix(baseUrl),
      // The prefix above says __Host-; better-auth would put __Secure- before it.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps, httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: () => context.newId() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    databaseHooks: {
      account: {
        create: {
          before: async ({ providerId, userId, accountId }) => {
            if (providerId !== 'oidc') return;
            const attempt = signInAttempts.getStore()!;
            const { signedInAs } = attempt;
            attempt.link = await beginLink(context, { userId, accountId, signedInAs });
            if (attempt.link.state !== 'linked') throw refused(attempt.link.state);
          },
        },
      },
      session: {
        create: {
          before: async (session, request) => {
            const [person] = await peopleOf(context.store.db, session.userId);
            if (person === undefined) {
              throw new APIError('FORBIDDEN', {
                code: 'NOBODY',
                message:
                  'This user can no longer sign in: the person was removed, or the workspace is suspended.',
              });
            }
            const path = request?.path ?? '';
            if (WEAK_WAYS.includes(path) && (await needsPasskey(context, session.userId))) {
              signInAttempts.getStore()!.needsPasskey = true;
              throw refused('passkey');
            }
            const actingAs = personKey(person);
            const now = context.clock();
            const expiresAt = new Date(expiryOf(limitsOf(sessions, actingAs), now, now));
            const at = new Date(now);
            const method = METHODS[path] ?? null;
            return { data: { ...session, actingAs, method, expiresAt, createdAt: at, updatedAt: at } };
          },
        },
      },
    },
    plugins: [
      alsoAfterProvider(
        twoFactor({
          issuer: settings.siteName,
          backupCodeOptions: { amount: RECOVERY_CODES, storeBackupCodes: 'encrypted' },
          schema: {
            user: { fields: columns('twoFactorEnabled') },
            twoFactor: {
              modelName: 'user_two_factors',
              fields: columns('userId', 'backupCodes', 'failedVerificationCount', 'lockedUntil'),
            },
          },
        }),
      ),
      passkey({
        rpID: new URL(baseUrl).hostname,
        rpName: settings.siteName,
        origin: new URL(baseUrl).origin,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        schema: {
          passkey: {
            modelName: 'user_passkeys',
            fields: {
              ...columns('userId', 'publicKey', 'deviceType', 'backedUp', 'createdAt'),
              credentialID: 'credential_id',
            },
          },
        },
      }),
      ...(oidc === null ? [] : [genericOAuth({ config: [oidcProvider(oidc)] })]),
    ],
  });
}

/** The code is what the handler reads; people never see it. */
function refused(code: string): APIError {
  return new APIError('UNAUTHORIZED', { code, message: code });
}

/** With an authenticator app, its code is asked for instead. */
async function needsPasskey({ store: { db } }: Context, userId: string): Promise<boolean> {
  const user = await provedRow(db, 'users', () =>
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
  );
  return user?.two_factor_enabled !== 1 && (await hasPasskey(db, userId));
}

/** better-auth asks for the second factor after a password only. The provider shows no more than a password does. */
function alsoAfterProvider(plugin: ReturnType<typeof twoFactor>): ReturnType<typeof twoFactor> {
  const after = plugin.hooks.after.map(({ matcher, handler }) => ({
    matcher: (context: Parameters<typeof matcher>[0]) => context.path === CALLBACK || matcher(context),
    handler,
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}

function discoveryUrl(oidc: OidcSettings): string {
  return `${issuerOf(oidc)}/.well-known/openid-configuration`;
}

export async function doesAnswer(oidc: OidcSettings): Promise<boolean> {
  try {
    const response = await fetch(discoveryUrl(oidc), { signal: AbortSignal.timeout(DISCOVERY_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function oidcProvider(oidc: OidcSettings) {
  const { clientId, clientSecret } = oidc;
  return {
    providerId: 'oidc',
    discoveryUrl: discoveryUrl(oidc),
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    disableSignUp: true,
    requireIdTokenVerification: true,
    accountSubject: ({ profile }: { profile: Record<string, unknown> }) =>
      profile.sub === undefined ? '' : accountAt(issuerOf(oidc), String(profile.sub)),
    // A sign-in is also a step-up, so the provider must ask who it is.
    prompt: 'login' as const,
  };
}

/** The names of our columns for the names of better-auth: expires_at for expiresAt. */
function columns<Name extends string>(...names: Name[]): Record<Name, string> {
  const entries = names.map((name) => [
    name,
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]);
  return Object.fromEntries(entries) as Record<Name, string>;
}
