// What the serving thread knows of its process, for the page about the service.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { ServiceState } from '../api/service-state.ts';
import type { Connections } from '../http/connections.ts';
import type { EventLoop } from './gauges.ts';
import type { Threads } from './threads.ts';

type Serving = NonNullable<DomainAnswerOf<'service.show'>['serving']>;

export interface Observed {
  state: ServiceState;
  status: Serving['status'];
  connections: Connections;
  loop: EventLoop;
  threads: Threads;
}

export function servingState({ state, status, connections, loop, threads }: Observed): Serving {
  const { reader, bookkeeper, console, decisions, background, webhooks } = threads;
  const { open, queued, delivered, failed } = webhooks.stats;
  const waiting = {
    reading: reader.waiting,
    bookkeeping: bookkeeper.waiting,
    console: console.waiting,
    decisions: decisions.waiting,
    background: background.waiting,
  };
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
