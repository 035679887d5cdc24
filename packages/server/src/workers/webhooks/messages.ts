// Messages between the serving thread and the webhook thread.

import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { MailSettings } from '../../identity/settings.ts';

export interface WebhookSettings {
  location: StoreLocation;
  masterKey: string | undefined;
  disclosure: string;
  allowLoopback: boolean;
  /** null: notices are not mailed. */
  mail: MailSettings | null;
}

export interface WebhookStats {
  /** Requests in progress. */
  open: number;
  /** Deliveries that are claimed but not sent yet. */
  queued: number;
  delivered: number;
  failed: number;
}

export type FromWebhooks = ({ kind: 'stats' } & WebhookStats) | { kind: 'error'; error: string };
