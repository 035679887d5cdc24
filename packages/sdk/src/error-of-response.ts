// Makes the error of a response. Apart from the classes: entry points share those with the client, and have copies of the rest.

import {
  type ApiError,
  type ApiErrorDetails,
  AuthenticationError,
  ConflictError,
  EntitlementError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServerError,
  WithdrawnError,
} from './errors.ts';
import type { Problem } from './generated/wire.ts';

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  403: EntitlementError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

export function apiError(details: ApiErrorDetails): ApiError {
  const { status } = details;
  if (status === 404 && details.problem.code === 'indicator_withdrawn') return new WithdrawnError(details);
  const ErrorClass = BY_STATUS[status] ?? (status >= 400 && status < 500 ? InvalidRequestError : ServerError);
  return new ErrorClass(details);
}

/** For a redirect, or a success without JSON: something other than the service responded. */
export function invalidAnswer(status: number, requestId: string | null): ApiError {
  const detail = 'The response does not come from the service. Check that baseUrl is correct.';
  const problem = { title: 'Invalid answer', detail, code: 'invalid_answer' } as unknown as Partial<Problem>;
  return new ServerError({ status, problem, requestId, retryAfter: null });
}
