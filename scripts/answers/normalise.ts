// Values that may differ between two runs of the same code are replaced before an answer is recorded. Each rule has a
// name; a recording counts how often each was used.

import type { Exchange } from './client.ts';

interface Rule {
  name: string;
  apply(exchange: Exchange): void;
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export const RULES: readonly Rule[] = [
  {
    // It depends on how many requests came before; the answers of the section "limits" keep it.
    name: 'requests that remain in the window',
    apply({ request, headers }) {
      if (request.keepsRemaining) return;
      if (headers.ratelimit) headers.ratelimit = headers.ratelimit.replace(/;r=\d+/, ';r=#');
      if (headers['x-ratelimit-remaining']) headers['x-ratelimit-remaining'] = '#';
    },
  },
  {
    name: 'request id, where the request could not name one',
    apply(exchange) {
      if (!exchange.request.hasRandomId) return;
      exchange.text = exchange.text?.replace(UUID, '#') ?? null;
      if (exchange.headers['x-request-id']) exchange.headers['x-request-id'] = '#';
    },
  },
  {
    name: 'id of a new score request',
    apply(exchange) {
      if (exchange.request.operation !== 'requestScore' || exchange.status !== 202) return;
      exchange.text = exchange.text?.replace(/("request_id":\s*)"[0-9a-f-]{36}"/, '$1"#"') ?? null;
    },
  },
  {
    name: 'values of metrics',
    apply(exchange) {
      if (exchange.request.operation !== 'metrics' || exchange.status !== 200) return;
      exchange.text = exchange.text!.replace(/^([^#\n]\S*(?:\{.*\})?) \S+$/gm, '$1 #');
      if (exchange.headers['content-length']) exchange.headers['content-length'] = '#';
    },
  },
];

/** Changes the exchange, and counts the rules that did. */
export function normalise(exchange: Exchange, counts: Record<string, number>): void {
  for (const { name, apply } of RULES) {
    const before = JSON.stringify([exchange.headers, exchange.text]);
    apply(exchange);
    if (JSON.stringify([exchange.headers, exchange.text]) !== before) counts[name] = (counts[name] ?? 0) + 1;
  }
}
