// Settings for publishing: the keys, the policy, and the checkpoints to compare the log with.

import type { MasterKey } from '../../secrets/master-key.ts';
import type { PublishingPolicy } from '../runs/policy.ts';

export interface Publisher {
  masterKey: MasterKey;
  policy: PublishingPolicy;
  /** RF_CHECKPOINT_FILE, if it is set. */
  checkpointFile: string | null;
  /** More checkpoints to compare with, which someone kept elsewhere. */
  checkpoints?: readonly string[];
  progress?: (done: number, all: number) => void;
}
