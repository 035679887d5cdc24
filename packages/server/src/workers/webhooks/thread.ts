// Starts the webhook thread and receives its statistics.

import { type Isolation, startThread } from '../rpc/thread.ts';
import type { FromWebhooks, WebhookSettings, WebhookStats } from './messages.ts';

export interface WebhookThread {
  readonly stats: WebhookStats;
  stop(): Promise<void>;
}

export function startWebhooks(
  settings: WebhookSettings,
  onError: (error: unknown) => void,
  isolation?: Isolation,
): WebhookThread {
  let stats: WebhookStats = { open: 0, queued: 0, delivered: 0, failed: 0 };
  const thread = startThread({
    file: new URL('./worker.ts', import.meta.url),
    settings,
    isolation,
    maxPending: 0,
    priority: 'delivering',
    onMessage: (given) => {
      const message = given as FromWebhooks;
      if (message.kind === 'error') return onError(message.error);
      const { kind: _, ...reported } = message;
      stats = reported;
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
