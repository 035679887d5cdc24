// Messages between the serving thread and the bookkeeping thread.

import type { AgentCall } from '@rf-indicators/core/accounts/agent-calls';
import type { UsageDelta } from '@rf-indicators/core/accounts/usage-records';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { Uptime } from '../../api/uptime.ts';
import type { Span } from '../../http/limits/memory/saved-windows.ts';

export interface BookkeeperSettings {
  location: StoreLocation;
  /** The name under which this process keeps its windows. */
  node: string;
}

/** What was counted since the last hand-over. */
export interface CountedWork {
  usage: readonly UsageDelta[];
  spans: readonly Span[];
  calls: readonly AgentCall[];
}

/** A score request as it arrived. */
export interface ReceivedBody {
  body: unknown;
  idempotencyKey: string | null;
}

export type FromBookkeeper = { kind: 'uptime'; uptime: Uptime } | { kind: 'error'; error: string };
