// The gauges of the service: memory, queues, rate limits and event loop delay, nodes and webhooks.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DependencyName, ServiceState } from '../api/service-state.ts';
import type { Connections } from '../http/connections.ts';
import type { Credentials } from '../http/credentials.ts';
import type { SharedLimits } from '../http/limits/redis/shared-limits.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Published } from '../rendering/published.ts';
import type { WebhookStats } from '../workers/webhooks/messages.ts';
import type { WebhookThread } from '../workers/webhooks/thread.ts';
import { addDataGauges } from './data-gauges.ts';
import type { NodeLimits } from './limits.ts';
import type { NodeView } from './node-view.ts';
import type { Threads } from './threads.ts';

export interface Watched {
  connections: Connections;
  published: Published;
  threads: Threads;
  credentials: Credentials;
  limits: NodeLimits;
  loop: EventLoop;
  state: ServiceState;
  nodes: NodeView;
  clock: () => number;
  dataDir: string;
}

/** Of the serving thread, in nanoseconds. */
export type EventLoop = ReturnType<typeof monitorEventLoopDelay>;

export function watchEventLoop(): EventLoop {
  const loop = monitorEventLoopDelay();
  loop.enable();
  return loop;
}

export function addGauges(metrics: Metrics, watched: Watched): void {
  addProcessGauges(metrics, watched);
  addNodeGauges(metrics, watched.nodes);
  addDataGauges(metrics, watched);
  addWebhookGauges(metrics, watched.threads.webhooks);
  if (watched.limits.shared !== null) addSharedLimitGauges(metrics, watched.limits.shared);
}

function addProcessGauges(metrics: Metrics, watched: Watched): void {
  const { connections, published, credentials, loop, state } = watched;
  const { reader, bookkeeper } = watched.threads;
  const { limits } = watched.limits;
  const works = (dependency: DependencyName) => Number(state.faults[dependency] === undefined);
  const gauges: [name: string, help: string, value: () => number][] = [
    ['rf_connections', 'Open connections of clients.', () => connections.counts.open],
    ['rf_connections_limit', 'Connections that clients can have open.', () => connections.counts.limit],
    ['rf_connections_refused', 'Connections refused at a limit.', () => connections.counts.refused],
    [
      'rf_connections_replaced',
      'Connections without activity that were closed at a limit for a new one.',
      () => connections.counts.replaced,
    ],
    [
      'rf_connections_timed_out',
      'Connections closed because the client did not read its response.',
      () => connections.counts.timedOut,
    ],
    ['rf_prepared_bytes', 'Memory used by prepared responses, in bytes.', () => published.bytes],
    [
      'rf_prepared_budget_bytes',
      'Memory budget for prepared responses, in bytes.',
      () => published.budgetBytes,
    ],
    ['rf_kept_responses', 'Responses kept after a request.', () => published.keptCount],
    ['rf_kept_evictions', 'Kept responses evicted to make room.', () => published.keptEvictions],
    ['rf_swaps', 'Times the published state was replaced.', () => published.swaps],
    ['rf_reader_waiting', 'Reads waiting for the reading thread.', () => reader.waiting],
    ['rf_bookkeeper_waiting', 'Writes waiting for the bookkeeping thread.', () => bookkeeper.waiting],
    ['rf_keys', 'API keys in memory, including revoked and expired ones.', () => credentials.size],
    ['rf_key_reads', 'Times API keys were read from the store.', () => credentials.reads],
    ['rf_key_rows_read', 'API keys read from the store.', () => credentials.rowsRead],
    ['rf_limit_windows', 'Rate-limit windows of workspaces and keys.', () => limits.keyedWindows.size],
    ['rf_limit_bytes', 'Memory used by these windows, in bytes.', () => limits.keyedWindows.memoryBytes],
    ['rf_store_up', '1 if the last read of the store succeeded, otherwise 0.', () => works('store_reads')],
    [
      'rf_store_writable',
      '1 if the last write to the store succeeded, otherwise 0.',
      () => works('store_writes'),
    ],
    ['rf_store_intact', '0 if damage of the store was found, otherwise 1.', () => works('store_integrity')],
    [
      'rf_master_key_valid',
      '1 if the master key opens the signing key, otherwise 0.',
      () => works('master_key'),
    ],
    [
      'rf_clock_steady',
      '0 if scheduled work waits because the clock jumped or differs from that of the database, otherwise 1.',
      () => works('clock'),
    ],
    ['rf_providers', 'Providers with a current indicator.', () => state.freshness.providers],
    ['rf_stale_providers', 'Providers whose indicator is stale.', () => state.freshness.staleProviders],
    [
      'rf_event_loop_delay_p99_seconds',
      'Event loop delay of the serving thread.',
      () => loop.percentile(99) / 1e9,
    ],
    [
      'rf_event_loop_delay_max_seconds',
      'Longest event loop delay of the serving thread since it began to serve.',
      () => loop.max / 1e9,
    ],
    [
      'process_resident_memory_bytes',
      'Resident memory of the process, in bytes.',
      () => process.memoryUsage.rss(),
    ],
    [
      'process_start_time_seconds',
      'Start time of the process, in seconds since 1970.',
      () => state.startedAt / 1000,
    ],
  ];
  for (const [name, help, value] of gauges) metrics.gauge({ name, help, value });
}

function addNodeGauges(metrics: Metrics, nodes: NodeView): void {
  metrics.gauge({
    name: 'rf_nodes',
    help: 'Nodes of this store that were seen lately.',
    value: () => nodes.count,
  });
  metrics.gauge({
    name: 'rf_leader',
    help: '1 if this node does the scheduled work, otherwise 0.',
    value: () => Number(nodes.isLeader),
  });
}

function addWebhookGauges(metrics: Metrics, webhooks: WebhookThread): void {
  const gauges: [name: Exclude<keyof WebhookStats, 'lagMs'>, help: string][] = [
    ['open', 'Webhook requests in progress.'],
    ['queued', 'Webhook deliveries claimed but not sent yet.'],
    ['delivered', 'Webhook deliveries that succeeded since the process started.'],
    ['failed', 'Webhook delivery attempts that failed since the process started.'],
  ];
  for (const [name, help] of gauges) {
    metrics.gauge({ name: `rf_webhooks_${name}`, help, value: () => webhooks.stats[name] });
  }
  metrics.gauge({
    name: 'rf_webhooks_lag_seconds',
    help: 'How long the oldest due webhook delivery had waited when the queue was last read.',
    value: () => webhooks.stats.lagMs / 1000,
  });
}

/** Only where nodes share their rate limits. */
function addSharedLimitGauges(metrics: Metrics, limits: SharedLimits): void {
  metrics.gauge({
    name: 'rf_shared_limits_up',
    help: '1 if Redis counts rate limits for all nodes, 0 if this node counts by itself.',
    value: () => Number(limits.isShared()),
  });
  metrics.counter({
    name: 'rf_shared_limit_fallbacks_total',
    help: 'Rate-limit decisions that this node made by itself, because Redis did not answer.',
    value: () => limits.fallbacks(),
  });
}
