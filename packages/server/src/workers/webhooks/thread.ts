// The serving side of the webhooks' thread.

import type { Metrics } from '../../http/metrics.ts';
import { startThread } from '../rpc/thread.ts';
import type { WebhookSettings } from './worker.ts';

export interface WebhookStats {
  /** Sends under way. */
  open: number;
  /** Claimed and not sent yet. */
  queued: number;
  delivered: number;
  failed: number;
}

export type FromWebhooks = ({ kind: 'stats' } & WebhookStats) | { kind: 'trouble'; error: string };

export interface WebhookThread {
  readonly stats: WebhookStats;
  stop(): Promise<void>;
}

export function startWebhooks(settings: WebhookSettings, onError: (error: unknown) => void): WebhookThread {
  let stats: WebhookStats = { open: 0, queued: 0, delivered: 0, failed: 0 };
  const thread = startThread({
    file: new URL('./worker.ts', import.meta.url),
    settings,
    atMost: 0,
    onMessage: (given) => {
      const message = given as FromWebhooks;
      if (message.kind === 'trouble') return onError(message.error);
      const { kind: _, ...told } = message;
      stats = told;
    },
    onError,
  });
  return {
    get stats() {
      return stats;
    },
    stop: () => thread.stop(),
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
