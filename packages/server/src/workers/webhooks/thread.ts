// The webhook thread, for the serving thread. It is started when there is something for it to do, and then runs until the
// process ends: a service without webhook endpoints does without it.

import { type Isolation, startThread, type Thread } from '../rpc/thread.ts';
import type { FromWebhooks, WebhookSettings, WebhookStats } from './messages.ts';

export interface WebhookThread {
  readonly stats: WebhookStats;
  /** Does nothing if the thread is running already. */
  start(): void;
  stop(): Promise<void>;
}

export function webhookThread(
  settings: WebhookSettings,
  onError: (error: unknown) => void,
  isolation?: Isolation,
): WebhookThread {
  let stats: WebhookStats = { open: 0, queued: 0, delivered: 0, failed: 0, lagMs: 0 };
  let thread: Thread | null = null;
  let isStopped = false;
  return {
    get stats() {
      return stats;
    },
    start() {
      if (isStopped) return;
      thread ??= startThread({
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
    },
    async stop() {
      isStopped = true;
      await thread?.stop();
    },
  };
}
