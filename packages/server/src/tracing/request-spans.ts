// One span for each HTTP request, which continues the trace of the caller. A span has no header, query, key, address of
// a client or body, and a path only if it is one of the service.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OPERATIONS, type OperationId } from '@rf-indicators/contract';
import { requestId } from '../http/request-ids.ts';
import type { RequestFacts, RequestTracing } from '../http/request-log.ts';
import type { Tracing } from './tracing.ts';

const HEADERS = {
  get: (headers: IncomingMessage['headers'], name: string) => headers[name],
  keys: (headers: IncomingMessage['headers']) => Object.keys(headers),
};

export interface RequestSpanOptions {
  baseUrl: string;
  /** What the handlers of a request know about it. */
  facts: RequestFacts;
}

export function requestTracing(
  { tracer, contexts }: Tracing,
  { baseUrl, facts }: RequestSpanOptions,
): RequestTracing {
  const { hostname, protocol } = new URL(baseUrl);
  const propagator = new W3CTraceContextPropagator();
  const routes = new WeakMap<IncomingMessage, string>();
  const fixed = { 'server.address': hostname, 'url.scheme': protocol.slice(0, -1) };
  const finish = (span: Span, request: IncomingMessage, response: ServerResponse) => {
    const known = facts.get(response);
    const operation = known?.operation;
    const route = routes.get(request) ?? pathOf(operation);
    if (route !== undefined) {
      span.updateName(`${request.method} ${route}`);
      span.setAttribute('http.route', route);
      // Such a route takes whatever the caller wrote.
      if (!route.includes('*')) span.setAttribute('url.path', request.url!.split('?', 1)[0]!);
    }
    if (operation !== undefined) span.setAttribute('rf.operation', operation);
    if (known?.workspaceId) span.setAttribute('rf.workspace_id', known.workspaceId);
    const { statusCode } = response;
    span.setAttribute('http.response.status_code', statusCode);
    if (!response.writableFinished) span.setAttribute('error.type', 'aborted');
    else if (statusCode >= 500) {
      span.setAttribute('error.type', String(statusCode));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
  return {
    traceRequests(listener: RequestListener): RequestListener {
      return (request, response) => {
        const id = requestId(request.headers);
        // So that every part of the service uses the id of the span, also if the client sent none.
        request.headers['x-request-id'] = id;
        const caller = propagator.extract(ROOT_CONTEXT, request.headers, HEADERS);
        const method = request.method!;
        const span = tracer.startSpan(
          method,
          {
            kind: SpanKind.SERVER,
            attributes: { ...fixed, 'http.request.method': method, 'rf.request_id': id },
          },
          caller,
        );
        response.once('close', () => finish(span, request, response));
        contexts.with(trace.setSpan(caller, span), () => listener(request, response));
      };
    },
    setRoute(request, route) {
      // As the contract writes it.
      routes.set(request, route.replace(/:(\w+)/g, '{$1}'));
    },
  };
}

/** Prepared responses are sent without the router. */
function pathOf(operation: string | undefined): string | undefined {
  return operation !== undefined && operation in OPERATIONS
    ? OPERATIONS[operation as OperationId].path
    : undefined;
}
