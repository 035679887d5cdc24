// A span for each attempt to deliver a webhook. It has the host of the receiver only: customers may keep secrets in the
// rest of the address.

import { ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Send } from '../webhooks/sending/send.ts';
import type { Tracing } from './tracing.ts';

export function traceDeliveries({ tracer }: Tracing, send: Send): Send {
  return async (request) => {
    const attributes = {
      'http.request.method': 'POST',
      'server.address': URL.parse(request.url)?.hostname ?? '',
      'rf.event_id': request.headers['webhook-id'] ?? '',
    };
    const span = tracer.startSpan('webhook delivery', { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT);
    try {
      const response = await send(request);
      if (response.code !== null) span.setAttribute('http.response.status_code', response.code);
      if (response.code === null || response.code >= 400) {
        span.setAttribute('error.type', response.code === null ? 'no response' : String(response.code));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      return response;
    } finally {
      span.end();
    }
  };
}
