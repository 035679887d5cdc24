// Messages between the serving thread and the bookkeeping thread.

import type { AgentCall } from '@rf-indicators/core/accounts/agent-calls';
import type { UsageDelta } from '@rf-indicators/core/accounts/usage-records';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { Uptime } from '../../api/uptime.ts';
import type { Span } from '../../http/limits/memory/saved-windows.ts';

export interface BookkeeperSettings {
  location: StoreLocation;
  /** The name under which this process saves its rate-limit windows. */
  node: string;
}

/** Everything that was counted since the last save. */
export interface Counts {
  usage: readonly UsageDelta[];
  spans: readonly Span[];
  calls: readonly AgentCall[];
}

/** The body of a score request. */
export interface ReceivedBody {
  body: unknown;
  idempotencyKey: string | null;
}

export type FromBookkeeper = { kind: 'uptime'; uptime: Uptime } | { kind: 'error'; error: string };
