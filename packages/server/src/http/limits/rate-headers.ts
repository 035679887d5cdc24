// What a response says of its limit: RateLimit-Policy and RateLimit (structured fields), and the X-RateLimit
// headers that older clients read. Seconds are rounded up: whoever waits as long as told is let through.

/** What stays the same from answer to answer; made once and kept by the caller. */
export interface RatePolicy {
  /** The value of RateLimit-Policy: "professional";q=1000;w=3600 */
  readonly header: string;
  /** The value of X-RateLimit-Limit. */
  readonly limit: string;
  /** How the value of RateLimit begins. */
  readonly stateStart: string;
}

/** How a window stood when it was asked; a SlidingWindow has this form. */
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

/** Names and values in turn, as the socket takes them; `policies` where more than this one is in force. */
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

/** The value of Retry-After; where several windows refuse, the latest of their instants is the one to give. */
export function retryAfter(retryAt: number, now: number): string {
  return String(Math.max(1, secondsUntil(retryAt, now)));
}

function secondsUntil(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / 1000));
}
