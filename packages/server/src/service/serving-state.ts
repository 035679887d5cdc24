// What the serving thread knows of its process, for the page about the service.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { ServiceState } from '../api/service-state.ts';
import type { Connections } from '../http/connections.ts';
import type { ConsoleThreads } from '../workers/console/thread.ts';
import type { WebhookThread } from '../workers/webhooks/thread.ts';

type Serving = NonNullable<AnswerOf<'service.show'>['serving']>;

export interface Observed {
  state: ServiceState;
  status: Serving['status'];
  connections: Connections;
  loop: { percentile(share: number): number };
  reader: { readonly waiting: number };
  bookkeeper: { readonly waiting: number };
  webhooks: WebhookThread;
  acts: ConsoleThreads;
}

export function servingState(observed: Observed): Serving {
  const { state, status, connections, loop, reader, bookkeeper, webhooks, acts } = observed;
  const { open, queued, delivered, failed } = webhooks.stats;
  const waiting = { reading: reader.waiting, bookkeeping: bookkeeper.waiting, ...acts.waiting() };
  return {
    started_at: state.startedAt,
    status,
    faults: Object.entries(state.faults).map(([name, message]) => ({ name, message })),
    memory_bytes: process.memoryUsage.rss(),
    event_loop_delay_ms: Math.round(loop.percentile(99) / 1e4) / 100,
    connections: connections.counts.open,
    connections_limit: connections.counts.limit,
    threads: Object.entries(waiting).map(([name, count]) => ({ name, waiting: count })),
    webhooks: { open, queued, delivered, failed },
  };
}
