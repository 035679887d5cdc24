// The plain client. It imports nothing but its own files, and calls nothing but web globals.

export { RfClient, type ScoreRequestOptions, type ToolAnswer } from './client.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  EntitlementError,
  InvalidRequestError,
  NetworkError,
  NotFoundError,
  RateLimitError,
  type Refusal,
  RfError,
  ServerError,
  TimeoutError,
} from './errors.ts';
export type * from './queries.ts';
export type { RequestOptions, RfClientOptions } from './transport.ts';
export {
  type RawBody,
  type VerifyRequestOptions,
  type WebhookFault,
  type WebhookHeaders,
  WebhookVerificationError,
  WebhookVerifier,
} from './webhooks.ts';
export type * from './wire.ts';
