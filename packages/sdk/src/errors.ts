// The errors that this library throws. Programs act on the class and on `code`; messages are for people.

import type { Problem, ProblemError, Tier, WithdrawnIndicator } from './generated/wire.ts';
import type { RateLimit } from './rate-limit.ts';

/** The base class of every error that this library throws. */
export class RfError extends Error {
  override name = 'RfError';
  /** Include it when you report a problem; null if the service did not respond. */
  readonly requestId: string | null = null;
}

/** A setting or an argument is missing or not usable. Nothing was sent. */
export class InvalidArgumentError extends RfError {
  override name = 'InvalidArgumentError';
  /** The name of the setting or argument, such as `baseUrl`. */
  readonly argument: string;

  constructor(argument: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.argument = argument;
  }
}

/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortError extends RfError {
  override name = 'AbortError';
}

/** No complete response arrived; `cause` says why. */
export class NetworkError extends RfError {
  override name = 'NetworkError';
}

/** No complete response arrived in time. */
export class TimeoutError extends NetworkError {
  override name = 'TimeoutError';
}

/** What an error response says. */
export interface ApiErrorDetails {
  status: number;
  /** The problem document (RFC 9457); empty if the body was not one, for example because a proxy responded. */
  problem: Partial<Problem>;
  requestId: string | null;
  /** Seconds. */
  retryAfter: number | null;
  rateLimit?: RateLimit | null;
}

/** The service responded with an error. */
export class ApiError extends RfError {
  override name = 'ApiError';
  override readonly requestId: string | null;
  readonly status: number;
  /** For programs: the meaning of a code does not change. Null if the response did not come from the service. */
  readonly code: string | null;
  /** The problem document as it was sent; `title` and `detail` are for people. */
  readonly problem: Partial<Problem>;
  /** Every invalid parameter (`parameter`) or place in the body (`pointer`); empty if that is not the cause. */
  readonly errors: readonly ProblemError[];
  /** Seconds to wait before another attempt; null if the response does not say. */
  readonly retryAfter: number | null;
  /** The limit as this response reports it; null if it has no rate-limit headers. */
  readonly rateLimit: RateLimit | null;

  constructor({ status, problem, requestId, retryAfter, rateLimit = null }: ApiErrorDetails) {
    const errors = Array.isArray(problem.errors) ? problem.errors : [];
    super(messageOf(status, problem, errors, requestId));
    this.status = status;
    this.code = problem.code ?? null;
    this.problem = problem;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.rateLimit = rateLimit;
  }
}

/** 401: the API key is missing, wrong, revoked or expired. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the key does not have the entitlement that the operation requires. */
export class EntitlementError extends ApiError {
  override name = 'EntitlementError';
  /** The lowest tier that has the entitlement; null if the tier is not the reason. */
  readonly requiredTier: Tier | null = this.problem.required_tier ?? null;
  readonly keyTier: Tier | null = this.problem.key_tier ?? null;
  readonly workspaceTier: Tier | null = this.problem.workspace_tier ?? null;
}

/** 404: there is no such provider, indicator or path. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 404 `indicator_withdrawn`: the provider had an indicator, which was withdrawn. Do not use a score that you kept. */
export class WithdrawnError extends NotFoundError {
  override name = 'WithdrawnError';
  /** The provider, when and why its indicator was withdrawn, and the verification id of that indicator. */
  readonly withdrawn: WithdrawnIndicator;

  constructor(details: ApiErrorDetails) {
    super(details);
    const { id, slug, name, withdrawn_at, reason, verification_id } = details.problem as WithdrawnIndicator;
    this.withdrawn = { id, slug, name, withdrawn_at, reason, verification_id };
  }
}

/** 409: the idempotency key was already used with a different body. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 429: the limit is used up; `retryAfter` says when to send the next request. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** Any other 4xx: a parameter or the body is invalid; `errors` lists every mistake. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}

/** 5xx; or the code `invalid_answer` if the response cannot come from the service: a redirect, or not JSON. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** "Invalid parameter. limit: must be from 1 to 1000. (invalid_parameter, request 0197…)" */
function messageOf(
  status: number,
  { detail = 'The service responded with an error.', code }: Partial<Problem>,
  errors: readonly Partial<ProblemError>[],
  requestId: string | null,
): string {
  const mistakes = errors.map((mistake) => {
    const place = mistake?.parameter ?? (mistake?.pointer || 'body');
    return `${place}: ${String(mistake?.message).replace(/\.$/, '')}`;
  });
  const listed = mistakes.length === 0 ? '' : ` ${mistakes.join('; ')}.`;
  const hint = code === 'missing_api_key' ? ' Give it to the client: new RfClient({ baseUrl, apiKey }).' : '';
  const request = requestId === null ? '' : `, request ${requestId}`;
  return `${detail}${listed}${hint} (${code ?? status}${request})`;
}
