// Who publishes: with which key, by which policy, and held against which checkpoints.

import type { MasterKey } from '../../secrets/master-key.ts';
import type { PublishingPolicy } from '../runs/policy.ts';

export interface Publisher {
  masterKey: MasterKey;
  policy: PublishingPolicy;
  /** RF_CHECKPOINT_FILE, if it is set. */
  checkpointFile: string | null;
  /** Checkpoints that someone else kept, to compare with. */
  checkpoints?: readonly string[];
  progress?: (done: number, all: number) => void;
}
