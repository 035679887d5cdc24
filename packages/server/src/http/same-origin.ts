// Protects requests with a session cookie from other sites (CSRF): a browser names the site that a request comes from in
// the Origin header, and unsafe methods are accepted from our own pages only.

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A missing Origin is refused too: every browser sends it with an unsafe request. */
export function isSameOrigin(method: string, origin: string | undefined, baseUrl: string): boolean {
  return SAFE_METHODS.has(method) || origin === new URL(baseUrl).origin;
}
