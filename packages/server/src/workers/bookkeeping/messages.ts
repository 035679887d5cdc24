// Messages between the serving thread and the bookkeeping thread.

import type { AgentCall } from '@rf-indicators/core/accounts/agent-calls';
import type { FailedCall } from '@rf-indicators/core/accounts/failed-calls';
import type { QuotaUse } from '@rf-indicators/core/accounts/quota-notices';
import type { UsageDelta } from '@rf-indicators/core/accounts/usage-records';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { Uptime } from '../../api/uptime.ts';
import type { Span } from '../../http/limits/memory/window-spans.ts';
import type { WorkerError } from '../rpc/worker-error.ts';

export interface BookkeeperSettings {
  location: StoreLocation;
  /** The name under which this process saves its rate-limit windows. */
  node: string;
  /** RF_MASTER_KEY, if it is set. */
  masterKey: string | undefined;
}

/** Everything that was counted since the last save. */
export interface Counts {
  usage: readonly UsageDelta[];
  spans: readonly Span[];
  calls: readonly AgentCall[];
  failures: readonly FailedCall[];
  /** Workspaces that have used most of their quota. */
  highUse: readonly QuotaUse[];
}

/** The body of a score request. */
export interface ReceivedBody {
  body: unknown;
  idempotencyKey: string | null;
}

/** What the bookkeeping thread finds out about the store and the master key, every two seconds. */
export interface SelfCheck {
  /** Why the store could not be written; null if it could. */
  writes: WorkerError | null;
  masterKey: MasterKeyFault | null;
}

export interface MasterKeyFault {
  /** For everyone. */
  message: string;
  /** For the log: names the setting or the file. */
  detail: string;
}

export type FromBookkeeper =
  | { kind: 'uptime'; uptime: Uptime }
  | ({ kind: 'checked' } & SelfCheck)
  /** There is a webhook endpoint, which needs the webhook thread. */
  | { kind: 'endpoint' };
