// The configuration of better-auth: passwords, a second factor, passkeys and the OIDC provider of the firm. It never
// creates users, and a session belongs to a person of ours.

import { passkey } from '@better-auth/passkey';
import type { Context } from '@rf-indicators/core/context/context';
import {
  hashPassword,
  LONGEST_PASSWORD,
  SHORTEST_PASSWORD,
  verifyPassword,
} from '@rf-indicators/core/identity/passwords';
import { peopleOf, personKey } from '@rf-indicators/core/identity/people';
import { cookiePrefix } from '@rf-indicators/core/identity/session-cookie';
import { expiryOf, FRESH_MS, limitsOf, type SessionSettings } from '@rf-indicators/core/identity/sessions';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import type { IdentitySettings, OidcSettings } from './settings.ts';
import { storeAdapter } from './store-adapter.ts';

const RECOVERY_CODES = 10;
const DISCOVERY_MS = 5000;

/** The header in which the serving thread names the client; whatever a client sends in it is replaced. */
export const ADDRESS_HEADER = 'x-rf-client-address';

export interface Auth {
  handler(request: Request): Promise<Response>;
}

export function createAuth(context: Context, settings: IdentitySettings, sessions: SessionSettings): Auth {
  const { baseUrl, oidc } = settings;
  const isHttps = baseUrl.startsWith('https:');
  const longest = Math.max(sessions.staff.absoluteMs, sessions.members.absoluteMs);
  return betterAuth({
    appName: settings.siteName,
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret: sessions.secret,
    trustedOrigins: [new URL(baseUrl).origin],
    database: storeAdapter(context),
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
      session: {
        create: {
          before: async (session) => {
            const [person] = await peopleOf(context.store.db, session.userId);
            if (person === undefined) {
              throw new APIError('FORBIDDEN', {
                code: 'NOBODY',
                message:
                  'This user can no longer sign in: the person was removed, or the workspace is suspended.',
              });
            }
            const actingAs = personKey(person);
            const now = context.clock();
            const expiresAt = new Date(expiryOf(limitsOf(sessions, actingAs), now, now));
            const at = new Date(now);
            return { data: { ...session, actingAs, expiresAt, createdAt: at, updatedAt: at } };
          },
        },
      },
    },
    plugins: [
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

function discoveryUrl({ issuer }: OidcSettings): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
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
