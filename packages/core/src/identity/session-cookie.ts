// The session cookie: the token of the session, signed with a key that is derived from the master key. better-auth sets
// it; this file reads it without loading better-auth.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MasterKey } from '../secrets/master-key.ts';

/** Cookies with the prefix __Host- are sent to this host only, and only over https. */
export function cookiePrefix(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-rf' : 'rf';
}

export function sessionCookieName(baseUrl: string): string {
  return `${cookiePrefix(baseUrl)}.session_token`;
}

/** That of the newest key. */
export function sessionSecret(masterKey: MasterKey): string {
  return sessionSecrets(masterKey)[0]!;
}

/** One for each key, newest first: second factors may still be encrypted with an older one. */
export function sessionSecrets(masterKey: MasterKey): string[] {
  return masterKey
    .deriveAll('sign-in of people: cookies and two-factor secrets')
    .map((secret) => Buffer.from(secret).toString('hex'));
}

/** The token of the session; null without a cookie, or if its signature is wrong. */
export function sessionToken(cookieHeader: string | undefined, name: string, secret: string): string | null {
  const values = (cookieHeader ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  // Two cookies of one name: somebody may have planted one.
  if (values.length !== 1) return null;
  let value: string;
  try {
    value = decodeURIComponent(values[0]!);
  } catch {
    return null;
  }
  const at = value.lastIndexOf('.');
  if (at < 1) return null;
  const token = value.slice(0, at);
  const given = Buffer.from(value.slice(at + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
