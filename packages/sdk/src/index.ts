// The entry point of the client. It imports only files of this package and uses only web globals.

export { RfClient, type ScoreRequestOptions, type ToolAnswer } from './client.ts';
export {
  AbortError,
  ApiError,
  type ApiErrorDetails,
  AuthenticationError,
  ConflictError,
  EntitlementError,
  InvalidArgumentError,
  InvalidRequestError,
  NetworkError,
  NotFoundError,
  RateLimitError,
  RfError,
  ServerError,
  TimeoutError,
  WithdrawnError,
} from './errors.ts';
export type * from './generated/queries.ts';
export type * from './generated/wire.ts';
export type { RateLimit } from './rate-limit.ts';
export type { Iterated, Iteration } from './read-requests.ts';
export type { ResponseDetails, ResponsePromise, WithResponse } from './response.ts';
export type { RequestOptions, RfClientOptions } from './settings.ts';
export {
  type RawBody,
  type VerifyRequestOptions,
  type WebhookHeaders,
  type WebhookRejection,
  WebhookVerificationError,
  WebhookVerifier,
} from './webhooks.ts';
