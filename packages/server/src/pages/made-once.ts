// Pages made from a body are kept for as long as it is: when what is published is swapped, they go with it.

import type { Body } from '../rendering/body.ts';

export function madeOncePerBody(make: (source: Body) => Promise<Body>): (source: Body) => Promise<Body> {
  const made = new WeakMap<Body, Promise<Body>>();
  return (source) => {
    const known = made.get(source);
    if (known !== undefined) return known;
    const page = make(source);
    made.set(source, page);
    // A failure is told to those who wait for it, and tried again by the next.
    page.catch(() => made.delete(source));
    return page;
  };
}
