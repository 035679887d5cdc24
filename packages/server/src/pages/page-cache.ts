// Caches pages by the response body that they are rendered from. The key is weak: once new indicators are published
// and the old body is dropped, its page is dropped too.

import type { Body } from '../rendering/body.ts';

export function cachePerBody(render: (source: Body) => Promise<Body>): (source: Body) => Promise<Body> {
  const pages = new WeakMap<Body, Promise<Body>>();
  return (source) => {
    const cached = pages.get(source);
    if (cached !== undefined) return cached;
    const page = render(source);
    pages.set(source, page);
    // Requests that are waiting get the error; the next request tries again.
    page.catch(() => pages.delete(source));
    return page;
  };
}
