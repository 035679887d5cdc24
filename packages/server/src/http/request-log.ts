// Logs one entry per request. An entry has no path, header, parameter or body, so it never has a key or what a client
// wrote.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { requestId } from './request-ids.ts';

export interface RequestEntry {
  request_id: string;
  method: string;
  /** null if the path is not an operation of the API. */
  operation: string | null;
  status: number;
  duration_ms: number;
  /** null for requests without a valid key. */
  workspace_id: string | null;
  /** Whether the client disconnected before the response was sent. */
  aborted?: true;
}

/** What the handlers of a request know about it, until it is logged. */
export type RequestFacts = WeakMap<ServerResponse, { operation: string; workspaceId: string | null }>;

export interface RequestLog {
  facts: RequestFacts;
  write(entry: RequestEntry): void;
}

/** Wraps a listener. Without a log, it is the listener itself, so that requests that are not logged cost nothing. */
export function logRequests(listener: RequestListener, log: RequestLog | null): RequestListener {
  if (log === null) return listener;
  return (request, response) => {
    const startedAt = performance.now();
    const id = requestId(request.headers);
    // So that every part of the service uses the id of the entry, also if the client sent none.
    request.headers['x-request-id'] = id;
    response.once('close', () => {
      const facts = log.facts.get(response);
      log.write({
        request_id: id,
        method: request.method!,
        operation: facts?.operation ?? null,
        status: response.statusCode,
        duration_ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
        workspace_id: facts?.workspaceId ?? null,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
    listener(request, response);
  };
}

// What the HTTP server needs of traces. It is there only if traces are set up.

export interface RequestTracing {
  /** Wraps the listener, so that each request has a span. */
  traceRequests(listener: RequestListener): RequestListener;
  /** Called when the router has found the route of a request. */
  setRoute(request: IncomingMessage, route: string): void;
}
