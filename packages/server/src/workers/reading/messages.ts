// Messages between the serving thread and the reading thread.

import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { ClockMemory } from '../../clock/shared-clock.ts';
import type { AccessChanges } from '../../http/credentials.ts';
import type { DataStatus } from '../../rendering/data-status.ts';
import type { Site } from '../../rendering/pages/site.ts';
import type { Documents } from '../../rendering/published.ts';
import type { WorkerError } from '../rpc/requests.ts';

export interface ReaderSettings {
  location: StoreLocation;
  clock?: ClockMemory | undefined;
  site: Site;
  /** RF_VERIFIER_KEY, if it is set. */
  verifierKey: string | undefined;
}

export type FromReader =
  /** Something was published: what was sent before is out of date. */
  | { kind: 'swap'; documents: Documents }
  /** Scores that follow the last swap. */
  | { kind: 'scores'; scores: Documents }
  | { kind: 'access'; changes: AccessChanges }
  | { kind: 'dataStatus'; status: DataStatus }
  | { kind: 'ready' }
  /** The store is unavailable, or something else failed. Prepared responses stay available. */
  | ({ kind: 'error' } & WorkerError)
  | { kind: 'recovered' };
