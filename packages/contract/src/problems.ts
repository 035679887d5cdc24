// One catalogue of problem codes. The public detail is a sentence for the caller; internal causes are
// logged, never sent. `remedy` is what the documentation adds.

export interface ProblemKind {
  status: number;
  title: string;
  /** Sent where there is nothing more particular to say. */
  detail: string;
  /** What to do about it, for the documentation. */
  remedy: string;
}

export const PROBLEMS = {
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    detail: 'This is not a well-formed HTTP request.',
    remedy: 'Send HTTP/1.1 with one Content-Length or a chunked body, and a path that decodes as UTF-8.',
  },
  invalid_parameter: {
    status: 400,
    title: 'Invalid parameter',
    detail: 'A parameter is unknown or has a value that it does not take.',
    remedy: 'The member errors names each parameter and what it takes. Unknown parameters are refused, too.',
  },
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    detail: 'The body is not well-formed JSON in UTF-8, or an object in it has the same member twice.',
    remedy: 'Send one JSON value (RFC 8259) in UTF-8, each member once.',
  },
  missing_api_key: {
    status: 401,
    title: 'Missing API key',
    detail: 'This path takes a key: send it in the header x-api-key.',
    remedy: 'Keys are issued in a workspace, after its Contract Admin has accepted the API terms.',
  },
  invalid_api_key: {
    status: 401,
    title: 'Invalid API key',
    detail: 'No key in force is written like this one.',
    remedy: 'Check that the whole key was copied: it begins with rf_live_ and is 46 characters long.',
  },
  revoked_api_key: {
    status: 401,
    title: 'Revoked API key',
    detail: 'This key was revoked.',
    remedy: 'Ask a member of your workspace for another key.',
  },
  expired_api_key: {
    status: 401,
    title: 'Expired API key',
    detail: 'This key has expired.',
    remedy:
      'Ask a member of your workspace for another key; a rotated key lives on for its grace period only.',
  },
  insufficient_tier: {
    status: 403,
    title: 'Insufficient tier',
    detail: 'This key does not have the entitlement that this path takes.',
    remedy: 'required_tier names the tier; a key can be raised once its workspace has it.',
  },
  pilot_not_enabled: {
    status: 403,
    title: 'Pilot not enabled',
    detail: 'The agent endpoint is a controlled pilot, and this key or its workspace is not part of it.',
    remedy: 'The manifest at GET /api/mcp says how to apply.',
  },
  terms_not_accepted: {
    status: 403,
    title: 'Terms not accepted',
    detail: "The workspace's Contract Admin has not accepted the current terms.",
    remedy: 'The Contract Admin accepts them in person; nobody can do it for them.',
  },
  workspace_not_eligible: {
    status: 403,
    title: 'Workspace not eligible',
    detail: 'A workspace of this tier cannot do this.',
    remedy:
      'Keys are issued in PROFESSIONAL, ENTERPRISE and CUSTOM workspaces, of no higher tier than theirs.',
  },
  insufficient_role: {
    status: 403,
    title: 'Insufficient role',
    detail: 'Your role in the workspace does not let you do this.',
    remedy: 'Ask a Contract Admin of your workspace.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is nothing at this path. The documentation lists every path there is.',
    remedy: 'Paths are lower case and end without a slash.',
  },
  provider_not_found: {
    status: 404,
    title: 'Provider not found',
    detail: 'There is no provider with this id or slug.',
    remedy: 'GET /api/public/scores lists the ids of all providers that have an indicator.',
  },
  indicator_not_found: {
    status: 404,
    title: 'Indicator not found',
    detail: 'There is no such indicator.',
    remedy: 'The detail says whether there never was one, or when and why it was withdrawn.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This path does not take this method. The Allow header lists those it takes.',
    remedy: 'Reading is GET or HEAD.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    detail: 'The request did not arrive in time.',
    remedy: 'Headers have 10 seconds, a whole request has 30.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    detail: 'This contradicts what was done before.',
    remedy: 'An Idempotency-Key names one request for 24 hours: take a new one for another body.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    detail: 'The body is longer than 16 KiB.',
    remedy: 'Send less.',
  },
  uri_too_long: {
    status: 414,
    title: 'URI too long',
    detail: 'The address is longer than 4 KiB.',
    remedy: 'Send fewer or shorter parameters.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Bodies are application/json in UTF-8, and not compressed.',
    remedy: 'Send Content-Type: application/json and no Content-Encoding.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    detail: 'The body is JSON, but not of the form that this path takes.',
    remedy: 'The member errors points at each place and says what belongs there.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Rate limit exceeded',
    detail: 'The limit is used up. The Retry-After header says when the next request will be taken.',
    remedy: 'Wait for Retry-After seconds; a request that is sent then is taken.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'The headers are longer than 16 KiB.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'Something went wrong on our side. Quote the request id if you report it.',
    remedy: 'Try again; if it stays, report it with the request id.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    detail: 'The service is starting, stopping or has more to do than it can. Try again.',
    remedy: 'Wait for Retry-After seconds and try again.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];
