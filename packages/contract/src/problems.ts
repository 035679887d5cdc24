// The problem codes (RFC 9457). `detail` is written for the caller; internal causes are logged and never sent. `remedy`
// appears in the documentation only.

export interface ProblemKind {
  status: number;
  title: string;
  /** Sent unless the server has a more specific sentence. */
  detail: string;
  /** What the caller can do about it. */
  remedy: string;
}

export const PROBLEMS = {
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    detail: 'The request is not valid HTTP.',
    remedy:
      'Send an HTTP/1.1 request with a Host header, a path that decodes as UTF-8, and one Content-Length or a chunked body.',
  },
  invalid_parameter: {
    status: 400,
    title: 'Invalid parameter',
    detail: 'A parameter is unknown or has an invalid value.',
    remedy:
      'The errors member lists each invalid parameter and what it accepts. Operations under /api/v1 also refuse unknown parameters.',
  },
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    detail: 'The body is not valid JSON in UTF-8, or an object in it repeats a member name.',
    remedy: 'Send one JSON value (RFC 8259) in UTF-8. Use each member name once per object.',
  },
  missing_api_key: {
    status: 401,
    title: 'Missing API key',
    detail: 'This operation requires an API key. Send it in the x-api-key header.',
    remedy: 'A member of a workspace can create a key after its Contract Admin has accepted the API terms.',
  },
  invalid_api_key: {
    status: 401,
    title: 'Invalid API key',
    detail: 'This API key is not recognised.',
    remedy: 'Check that you copied the whole key. It starts with rf_live_ and has 46 characters.',
  },
  revoked_api_key: {
    status: 401,
    title: 'Revoked API key',
    detail: 'This API key has been revoked.',
    remedy: 'Ask a member of your workspace for a new key.',
  },
  expired_api_key: {
    status: 401,
    title: 'Expired API key',
    detail: 'This API key has expired.',
    remedy:
      'Ask a member of your workspace for a new key. After a rotation, the old key works until its grace period ends.',
  },
  invalid_token: {
    status: 401,
    title: 'Invalid token',
    detail: 'This requires a member token or a staff token that is valid.',
    remedy:
      'Send your token as Authorization: Bearer TOKEN, or sign in. If you lost a member token, ask a Contract Admin of your workspace; if you lost a staff token, ask an operator.',
  },
  insufficient_tier: {
    status: 403,
    title: 'Insufficient tier',
    detail: 'This API key is not entitled to this operation.',
    remedy:
      'required_tier is the lowest tier that includes the operation. A key can be upgraded up to the tier of its workspace.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    detail: 'This API key is limited to a scope that does not include this operation.',
    remedy:
      'A key with the scope evaluate can only ask for decisions by policies, read them again, and get bundles. Use another key; the scope of a key cannot be changed.',
  },
  pilot_not_enabled: {
    status: 403,
    title: 'Pilot not enabled',
    detail: 'The agent tools are a controlled pilot, and this key or its workspace is not part of it.',
    remedy: 'The manifest at GET /api/mcp explains how to apply.',
  },
  terms_not_accepted: {
    status: 403,
    title: 'Terms not accepted',
    detail: 'The Contract Admin of the workspace has not accepted the current terms.',
    remedy: 'Ask the Contract Admin of your workspace to accept them. Nobody else can.',
  },
  workspace_not_eligible: {
    status: 403,
    title: 'Workspace not eligible',
    detail: 'The tier of this workspace does not allow this.',
    remedy: 'PROFESSIONAL, ENTERPRISE and CUSTOM workspaces can create keys, up to their own tier.',
  },
  workspace_suspended: {
    status: 403,
    title: 'Workspace suspended',
    detail: 'The workspace of this key is suspended. Ask the Contract Admin of your workspace.',
    remedy:
      'Your Contract Admin can ask the operator of the service. The same keys work again when the suspension ends.',
  },
  not_signed_in: {
    status: 401,
    title: 'Not signed in',
    detail: 'This requires a session, and there is none: nobody signed in, or the session has ended.',
    remedy: 'Sign in at POST /api/auth/sign-in/email, or in another way that /docs/identity lists.',
  },
  sign_in_failed: {
    status: 401,
    title: 'Sign-in failed',
    detail: 'The email address, the password or the code is wrong.',
    remedy: 'Check what you entered. After several failures you have to wait; Retry-After says how long.',
  },
  sign_in_again: {
    status: 403,
    title: 'Sign in again',
    detail: 'This requires that you signed in within the last 10 minutes.',
    remedy: 'Sign in again, then repeat the request.',
  },
  foreign_origin: {
    status: 403,
    title: 'Foreign origin',
    detail: 'The Origin header is missing or names another site.',
    remedy: 'Send the request from a page of this service, or with a token instead of a session.',
  },
  insufficient_role: {
    status: 403,
    title: 'Insufficient role',
    detail: 'Your role in the workspace does not allow this.',
    remedy: 'Ask a Contract Admin of your workspace.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'This path does not exist. The documentation lists all paths.',
    remedy: 'Check the path: paths are lower case and have no trailing slash.',
  },
  provider_not_found: {
    status: 404,
    title: 'Provider not found',
    detail: 'No provider has this id or slug.',
    remedy: 'GET /api/public/scores lists the ids of all providers that have an indicator.',
  },
  indicator_not_found: {
    status: 404,
    title: 'Indicator not found',
    detail: 'There is no such indicator.',
    remedy:
      'The provider never had an indicator, or had none at the time of as_of, or no indicator has this verification id.',
  },
  indicator_withdrawn: {
    status: 404,
    title: 'Indicator withdrawn',
    detail: 'The indicator of this provider was withdrawn, and no other one was published since.',
    remedy:
      'Do not use the score that you may have kept. withdrawn_at and reason say when and why it was withdrawn; verification_id names the indicator, which GET /api/public/verify/{id} and the history of the provider still show.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This path does not support this method. The Allow header lists the methods that it supports.',
    remedy: 'Use GET or HEAD to read.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    detail: 'The request did not arrive in time.',
    remedy: 'Send the headers within 10 seconds and the whole request within 30 seconds.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    detail: 'The request conflicts with an earlier one.',
    remedy: 'An Idempotency-Key identifies one request for 24 hours. Use a new one for a different body.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    detail: 'The body is larger than 16 KiB.',
    remedy: 'Send a smaller body.',
  },
  uri_too_long: {
    status: 414,
    title: 'URI too long',
    detail: 'The URL is longer than 4 KiB.',
    remedy: 'Send fewer or shorter parameters.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'The body must be application/json in UTF-8, without compression.',
    remedy: 'Send Content-Type: application/json and no Content-Encoding header.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    detail: 'The body is valid JSON, but it does not match the schema of this operation.',
    remedy: 'The errors member points to each invalid value and says what is expected.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Rate limit exceeded',
    detail: 'The rate limit is used up. The Retry-After header says how many seconds to wait.',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'The request headers are larger than 16 KiB.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'An internal error occurred. If you report it, quote the request id.',
    remedy: 'Try again. If the error persists, report it with the request id.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    detail: 'The service is starting, stopping or overloaded. Try again later.',
    remedy: 'Wait for the number of seconds in Retry-After, then try again.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];
