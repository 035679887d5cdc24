// Messages between the serving thread and the bookkeeping thread.

import type { AgentCall } from '@rf-indicators/core/accounts/agent-calls';
import type { FailedCall } from '@rf-indicators/core/accounts/failed-calls';
import type { QuotaUse } from '@rf-indicators/core/accounts/quota-notices';
import type { ConfiguredServers } from '@rf-indicators/core/accounts/sign-in-servers';
import type { UsageDelta } from '@rf-indicators/core/accounts/usage-records';
import type { Lease } from '@rf-indicators/core/nodes/lease';
import type { ListedNode } from '@rf-indicators/core/nodes/registry';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { Uptime } from '../../api/uptime.ts';
import type { ClockMemory } from '../../clock/shared-clock.ts';
import type { Span } from '../../http/limits/memory/window-spans.ts';
import type { WorkerError } from '../rpc/requests.ts';

export interface BookkeeperSettings {
  location: StoreLocation;
  /** The name of this process among those that share the store. */
  node: string;
  /** RF_MASTER_KEY, if it is set. */
  masterKey: string | undefined;
  /** The mail server and the OIDC provider of the settings. */
  servers: ConfiguredServers;
  clock: ClockMemory;
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
  /** The nodes that share the store. */
  | { kind: 'nodes'; nodes: ListedNode[]; isNameTaken: boolean }
  /** This node begins or ceases to do scheduled work. */
  | ({ kind: 'leading' } & Leading)
  | { kind: 'info'; message: string }
  /** What is wrong with the mail server and the OIDC provider of the settings; empty if nothing is any more. */
  | { kind: 'servers'; problems: string[] }
  /** There is a webhook endpoint, which needs the webhook thread. */
  | { kind: 'endpoint' };

export interface Leading {
  isLeader: boolean;
  /** null on SQLite, where there is only one node. */
  lease: Lease | null;
}
