// What the HTTP server needs of traces. It is there only if traces are set up.

import type { IncomingMessage, RequestListener } from 'node:http';

export interface RequestTracing {
  /** Wraps the listener, so that each request has a span. */
  traceRequests(listener: RequestListener): RequestListener;
  /** Called when the router has found the route of a request. */
  setRoute(request: IncomingMessage, route: string): void;
}
