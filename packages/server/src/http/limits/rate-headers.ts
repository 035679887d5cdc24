// Rate-limit headers: RateLimit-Policy and RateLimit (structured fields), and the older X-RateLimit headers. Seconds
// are rounded up, so that a client that waits for the given time is accepted.

/** The constant parts of the headers, created once per limit. */
export interface RatePolicy {
  /** The value of RateLimit-Policy: "professional";q=1000;w=3600 */
  readonly header: string;
  /** The value of X-RateLimit-Limit. */
  readonly limit: string;
  /** The start of the RateLimit value, up to the remaining count. */
  readonly stateStart: string;
}

/** The state of a window. A SlidingWindow has these members. */
export interface RateState {
  readonly remaining: number;
  readonly resetAt: number;
}

export function ratePolicy(name: string, limit: number, widthMs: number): RatePolicy {
  return {
    header: `"${name}";q=${limit};w=${Math.ceil(widthMs / 1000)}`,
    limit: String(limit),
    stateStart: `"${name}";r=`,
  };
}

/** Alternating names and values, as writeHead accepts them. Pass `policies` if several policies apply. */
export function rateHeaders(
  policy: RatePolicy,
  { remaining, resetAt }: RateState,
  now: number,
  policies = policy.header,
): readonly string[] {
  return [
    'ratelimit-policy',
    policies,
    'ratelimit',
    `${policy.stateStart}${remaining};t=${secondsUntil(resetAt, now)}`,
    'x-ratelimit-limit',
    policy.limit,
    'x-ratelimit-remaining',
    String(remaining),
    'x-ratelimit-reset',
    String(Math.ceil(resetAt / 1000)),
  ];
}

/** The value of Retry-After. If several windows refuse, pass the latest of their times. */
export function retryAfter(retryAt: number, now: number): string {
  return String(Math.max(1, secondsUntil(retryAt, now)));
}

function secondsUntil(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / 1000));
}
