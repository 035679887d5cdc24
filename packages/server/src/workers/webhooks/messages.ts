// Messages between the serving thread and the webhook thread.

import type { MailPlace } from '@rf-indicators/core/desk/mails/work-mails';
import type { PublishingPolicy } from '@rf-indicators/core/desk/runs/policy';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { AllowedReceivers } from '@rf-indicators/core/webhooks/allowed-receivers';
import type { ClockMemory } from '../../clock/shared-clock.ts';
import type { MailSettings } from '../../identity/settings.ts';
import type { TracingSettings } from '../../tracing/settings.ts';

export interface WebhookSettings {
  location: StoreLocation;
  clock?: ClockMemory | undefined;
  /** The name of this process among those that share the store. */
  node: string;
  masterKey: string | undefined;
  disclosure: string;
  allowLoopback: boolean;
  allowed: AllowedReceivers;
  /** null: notices are not mailed. */
  mail: MailSettings | null;
  /** Until when what is stale is withdrawn, for digests. */
  policy: PublishingPolicy;
  /** Where PagerDuty takes events. */
  pagerDuty: string;
  /** What mails say of the service. */
  site: MailPlace;
  /** null: deliveries are not traced. */
  tracing: (TracingSettings & { node: string }) | null;
}

export interface WebhookStats {
  /** Requests in progress. */
  open: number;
  /** Deliveries that are claimed but not sent yet. */
  queued: number;
  delivered: number;
  failed: number;
  /** How long the oldest due delivery had waited when the queue was last read. */
  lagMs: number;
}

export type FromWebhooks = ({ kind: 'stats' } & WebhookStats) | { kind: 'error'; error: string };
