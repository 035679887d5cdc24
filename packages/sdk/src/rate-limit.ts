// Reads the rate-limit headers of a response.

/** The limit as one response reports it. A member is null where its header is absent. */
export interface RateLimit {
  /** The name of the limit, such as `professional`. */
  policy: string | null;
  /** Requests allowed in any `window`. */
  limit: number | null;
  /** Seconds. */
  window: number | null;
  /** Requests left. Responses of public operations omit it, so that caches can store them. */
  remaining: number | null;
  /** When another request becomes available, in seconds since 1970. */
  reset: number | null;
}

export function rateLimitOf(headers: Headers): RateLimit | null {
  const state = headers.get('ratelimit') ?? '';
  const policies = headers.get('ratelimit-policy') ?? '';
  const limit = count(headers.get('x-ratelimit-limit'));
  if (!state && !policies && limit === null) return null;
  // Several policies can apply; the state names the one that the other headers are about.
  const policy = /^\s*"([^"]*)"/.exec(state || policies)?.[1] ?? null;
  const item = policies.split(',').find((text) => text.includes(`"${policy}"`)) ?? '';
  return {
    policy,
    limit: limit ?? count(/;\s*q=(\d+)/.exec(item)?.[1]),
    window: count(/;\s*w=(\d+)/.exec(item)?.[1]),
    remaining: count(headers.get('x-ratelimit-remaining')),
    reset: count(headers.get('x-ratelimit-reset')),
  };
}

/** Retry-After in seconds; the header is a number of seconds or a date. */
export function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const time = Date.parse(text);
  return count(text) ?? (Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - Date.now()) / 1000)));
}

function count(text: string | null | undefined): number | null {
  return text && /^\d+$/.test(text) ? Number(text) : null;
}
