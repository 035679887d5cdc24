// Messages between the serving thread and the reading thread.

import type { AccessChanges } from '@rf-indicators/core/accounts/access-follower';
import type { WitnessSetting } from '@rf-indicators/core/log/witnesses';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { ClockMemory } from '../../clock/shared-clock.ts';
import type { Body } from '../../rendering/body.ts';
import type { DataStatus } from '../../rendering/data-status.ts';
import type { Site } from '../../rendering/pages/site.ts';
import type { Documents } from '../../rendering/published.ts';
import type { WorkerError } from '../rpc/requests.ts';
import type { Isolation } from '../rpc/thread.ts';

export interface ReaderSettings {
  location: StoreLocation;
  clock?: ClockMemory | undefined;
  site: Site;
  /** RF_VERIFIER_KEY, if it is set. */
  verifierKey: string | undefined;
  /** RF_WITNESSES. */
  witnesses: readonly WitnessSetting[];
  /** RF_STALE_DAYS. */
  staleDays: number;
}

/** Whether the thread that it starts is one. */
export interface StartedReader extends ReaderSettings {
  isolation: Isolation | undefined;
}

/** Scores with what they were made of. */
export type Scores = readonly [url: string, body: Body, source: string][];

export type FromReader =
  /** Something was published: what was sent before is out of date. */
  | { kind: 'swap'; documents: Documents }
  /** A checkpoint was signed or cosigned, or a daily dump was made: only what shows one is out of date. */
  | { kind: 'update'; documents: Documents }
  /** Scores that follow the last swap. */
  | { kind: 'scores'; scores: Scores }
  | { kind: 'access'; changes: AccessChanges }
  | { kind: 'dataStatus'; status: DataStatus }
  | { kind: 'ready' }
  /** The store is unavailable, or something else failed. Prepared responses stay available. */
  | ({ kind: 'error' } & WorkerError)
  | { kind: 'recovered' };
