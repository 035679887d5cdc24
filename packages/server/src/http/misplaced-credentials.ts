// Recognises credentials that were sent in the wrong header or the wrong form, so that a refusal can say what to send.

import type { IncomingHttpHeaders } from 'node:http';

const SCHEME = /^(bearer|basic|apikey|token)\s+/i;

/** What is wrong with the value of x-api-key; undefined if it looks like a key. Never repeats the value. */
export function misplacedInKeyHeader(value: string): string | undefined {
  const text = value.trim();
  const scheme = SCHEME.exec(text)?.[1];
  if (scheme !== undefined) {
    return `x-api-key must hold the key alone, without "${scheme}" in front of it.`;
  }
  if (text.startsWith('rf_member_')) {
    return 'x-api-key holds a member token. This operation requires an API key, which starts with rf_live_. A member token is for rf and /api/console, as Authorization: Bearer TOKEN.';
  }
  if (text.startsWith('rf_staff_')) {
    return 'x-api-key holds a staff token. This operation requires an API key, which starts with rf_live_. A staff token is for rf and /api/console, as Authorization: Bearer TOKEN.';
  }
  if (text.startsWith('whsec_')) {
    return 'x-api-key holds a signing secret of webhooks. This operation requires an API key, which starts with rf_live_.';
  }
  return undefined;
}

/** For a request without x-api-key: undefined if it has no other credential either. */
export function misplacedElsewhere({ authorization }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return undefined;
  return 'This operation requires an API key in the x-api-key header. The Authorization header is for /api/console.';
}
