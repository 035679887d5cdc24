// What can go wrong, as classes. A program acts on the class and on `code`; people read the message.

import type { Problem, ProblemError, Tier } from './wire.ts';

/** Everything that this library throws, but for an abort by the caller's own signal. */
export class RfError extends Error {
  override name = 'RfError';
  /** Quote it when you report a fault; null where no answer came. */
  readonly requestId: string | null = null;
}

/** What an answer that is no success says. */
export interface Refusal {
  status: number;
  /** The problem document; empty where the answer was none, such as one of a proxy. */
  problem: Partial<Problem>;
  requestId: string | null;
  /** Seconds. */
  retryAfter: number | null;
}

/** The service answered, and the answer is a refusal. */
export class ApiError extends RfError {
  override name = 'ApiError';
  override readonly requestId: string | null;
  readonly status: number;
  /** For programs: codes do not change their meaning. Null where something else than the service answered. */
  readonly code: string | null;
  /** The problem document as it was sent; `title` and `detail` are for people. */
  readonly problem: Partial<Problem>;
  /** Seconds to wait before another try; null where the answer does not say. */
  readonly retryAfter: number | null;

  constructor({ status, problem, requestId, retryAfter }: Refusal) {
    const asked = requestId === null ? '' : `, request ${requestId}`;
    super(`${problem.detail ?? 'The request was refused.'} (${problem.code ?? status}${asked})`);
    this.status = status;
    this.code = problem.code ?? null;
    this.problem = problem;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** 401: the key is missing, wrong, revoked or expired. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the key does not have what the operation takes. */
export class EntitlementError extends ApiError {
  override name = 'EntitlementError';
  /** The tier that has it; null where no tier is the reason. */
  readonly requiredTier: Tier | null = this.problem.required_tier ?? null;
  readonly keyTier: Tier | null = this.problem.key_tier ?? null;
  readonly workspaceTier: Tier | null = this.problem.workspace_tier ?? null;
}

/** 404: there is no such provider, indicator or path. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: an idempotency key was used for another body. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 429: the limit is used up; `retryAfter` says when the next request is taken. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** Any other 4xx: a parameter or a body is wrong. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
  /** Everything that is wrong, at once. */
  readonly errors: readonly ProblemError[] = Array.isArray(this.problem.errors) ? this.problem.errors : [];
}

/** 5xx; or `invalid_answer`, where what answered cannot be the service: a redirect, or no JSON. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** No answer came, or it broke off; `cause` says why. */
export class NetworkError extends RfError {
  override name = 'NetworkError';
}

/** No whole answer came in time. */
export class TimeoutError extends NetworkError {
  override name = 'TimeoutError';
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  403: EntitlementError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

export function refused(refusal: Refusal): ApiError {
  const { status } = refusal;
  const Kind = BY_STATUS[status] ?? (status >= 400 && status < 500 ? InvalidRequestError : ServerError);
  return new Kind(refusal);
}

/** Told of an answer that is not the service's: a redirect, or a success without its JSON. */
export function notTheService(status: number, requestId: string | null): ApiError {
  const detail = 'This is not an answer of the service: is baseUrl right?';
  const problem = { title: 'Invalid answer', detail, code: 'invalid_answer' } as unknown as Partial<Problem>;
  return new ServerError({ status, problem, requestId, retryAfter: null });
}
