// Settings for publishing: the keys, the policy, and the checkpoints to compare the log with.

import type { VerifierKey } from '@rf-indicators/engine';
import type { Unsealed } from '../../log/logged-indicators.ts';
import type { MasterKey } from '../../secrets/master-key.ts';
import type { PublishingPolicy } from '../runs/policy.ts';

export interface Publisher {
  masterKey: MasterKey;
  policy: PublishingPolicy;
  /** The key that is pinned outside the store; null or absent if none is. */
  pinned?: VerifierKey | null;
  /** The file outside the store that has every signed checkpoint; null if there is none. */
  checkpointFile: string | null;
  /** More checkpoints to compare with, which someone kept elsewhere. */
  checkpoints?: readonly string[];
  /** For a program that publishes many times and seals nothing meanwhile. */
  unsealed?: Unsealed;
  /** Whether to seal the record chain after publishing; the service does it otherwise. */
  seal?: boolean;
  /** The state of the draft that the person has read. */
  seen?: string | undefined;
  /** Called after each batch, and awaited. */
  progress?: (done: number, all: number) => void | Promise<void>;
}
