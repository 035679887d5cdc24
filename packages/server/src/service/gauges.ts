// What operators watch: memory, queues, windows, and how late the serving thread is.

import type { RequestListener } from 'node:http';

import type { ServiceState } from '../api/service-state.ts';
import type { Credentials } from '../http/credentials.ts';
import type { LocalLimits } from '../http/limits/limits.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Published } from '../rendering/published.ts';
import type { WebhookStats } from '../workers/webhooks/messages.ts';
import type { WebhookThread } from '../workers/webhooks/thread.ts';

export interface Watched {
  published: Published;
  reader: { readonly waiting: number };
  bookkeeper: { readonly waiting: number };
  credentials: Credentials;
  limits: LocalLimits;
  loop: { percentile(share: number): number };
  state: ServiceState;
}

export function addGauges(metrics: Metrics, watched: Watched): void {
  const { published, reader, bookkeeper, credentials, limits, loop, state } = watched;
  const gauges: [name: string, help: string, value: () => number][] = [
    ['rf_prepared_bytes', 'Bytes of prepared answers that are held.', () => published.bytes],
    ['rf_prepared_budget_bytes', 'Bytes that they may take.', () => published.budgetBytes],
    ['rf_swaps', 'Times that the published state was swapped.', () => published.swaps],
    ['rf_reader_waiting', 'Reads that wait for the reading thread.', () => reader.waiting],
    ['rf_bookkeeper_waiting', 'Writes that wait for the bookkeeping thread.', () => bookkeeper.waiting],
    ['rf_keys', 'Keys that are known, valid or not.', () => credentials.size],
    ['rf_key_reads', 'Times that keys were read from the store.', () => credentials.reads],
    ['rf_key_rows_read', 'Keys that were read from the store.', () => credentials.rowsRead],
    ['rf_limit_windows', 'Rate-limit windows of workspaces and keys.', () => limits.keyed.windows.size],
    ['rf_limit_bytes', 'Bytes that these windows take.', () => limits.keyed.windows.memoryBytes],
    ['rf_store_up', 'Whether the store answered when last asked.', () => Number(state.isStoreAvailable)],
    ['rf_providers', 'Providers with an indicator.', () => state.freshness.providers],
    ['rf_stale_providers', 'Those of them that are stale.', () => state.freshness.staleProviders],
    ['rf_event_loop_delay_p99_seconds', 'How late the serving thread is.', () => loop.percentile(99) / 1e9],
    ['process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()],
    ['process_start_time_seconds', 'When the process started.', () => state.startedAt / 1000],
  ];
  for (const [name, help, value] of gauges) metrics.gauge({ name, help, value });
}

/** On an address of its own. */
export function metricsListener(metrics: Metrics): RequestListener {
  return (request, response) => {
    const isThere = request.url === '/metrics' && request.method === 'GET';
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(isThere ? metrics.text() : 'The metrics are at /metrics.\n');
  };
}

export function addWebhookGauges(metrics: Metrics, webhooks: WebhookThread): void {
  const gauges: [name: keyof WebhookStats, help: string][] = [
    ['open', 'Webhook sends that are under way.'],
    ['queued', 'Webhook deliveries that are claimed and not sent yet.'],
    ['delivered', 'Webhook deliveries that arrived, since the start.'],
    ['failed', 'Webhook tries that failed, since the start.'],
  ];
  for (const [name, help] of gauges) {
    metrics.gauge({ name: `rf_webhooks_${name}`, help, value: () => webhooks.stats[name] });
  }
}
