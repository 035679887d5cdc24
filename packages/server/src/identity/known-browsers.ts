// Browsers in which an account has signed in before. Their guesses are counted apart from those of their network, and they
// sign in before others, so that somebody who keeps sign-in busy does not keep people out. Whether an account exists must not
// decide it: then anybody could find out by the time that an answer takes.

import { createHash, createHmac } from 'node:crypto';
import { cookiePrefix, sessionToken } from '@rf-indicators/core/identity/session-cookie';

const DAY_SECONDS = 24 * 60 * 60;
const KEPT_SECONDS = 180 * DAY_SECONDS;

/** The account that signed in with this browser last; null without a valid cookie. It is not the email address itself. */
export function knownAccount(
  cookieHeader: string | undefined,
  baseUrl: string,
  secret: string,
): string | null {
  return sessionToken(cookieHeader, cookieName(baseUrl), keyOf(secret));
}

export function accountOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}

/** The value of a Set-Cookie header after a sign-in. */
export function knownBrowserCookie(email: string, baseUrl: string, secret: string): string {
  const account = accountOf(email);
  const signature = createHmac('sha256', keyOf(secret)).update(account).digest('base64');
  return [
    `${cookieName(baseUrl)}=${encodeURIComponent(`${account}.${signature}`)}`,
    `Max-Age=${KEPT_SECONDS}; Path=/; HttpOnly; SameSite=Lax`,
    ...(baseUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
}

function cookieName(baseUrl: string): string {
  return `${cookiePrefix(baseUrl)}.known_browser`;
}

/** Not the key of sessions: neither cookie can stand for the other. */
function keyOf(secret: string): string {
  return `${secret} known browsers`;
}
