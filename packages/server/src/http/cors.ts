// CORS headers. Any origin is allowed, because browsers do not send API keys by themselves as they do cookies.

/** Paths that only pages of this service and programs may use, not pages of other sites. */
const SAME_ORIGIN = /^\/(?:api\/auth|api\/console|console)(?:[/?]|$)/;

export function isShared(url: string): boolean {
  return !SAME_ORIGIN.test(url);
}

export const CORS_HEADERS: readonly string[] = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'Content-Disposition, ETag, Link, Retry-After, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id',
];

export const PREFLIGHT_HEADERS: readonly string[] = [
  ...CORS_HEADERS,
  'access-control-allow-methods',
  'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers',
  'Content-Type, Idempotency-Key, If-Modified-Since, If-None-Match, Mcp-Method, Mcp-Name, MCP-Protocol-Version, X-Api-Key, X-Request-Id',
  'access-control-max-age',
  '86400',
  'vary',
  'Access-Control-Request-Headers',
];
