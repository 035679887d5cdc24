// What acts need besides their input. Whoever runs them, the service or a command, gives it, so that acts know
// nothing of processes and settings.

import type { Context } from '../context/context.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { TargetRules } from '../webhooks/target-check.ts';
import type { RenderTestEvent } from '../webhooks/test-events.ts';

export type Stage = 'scored' | 'signed' | 'compared';

export interface ActServices {
  context: Context;
  /** Asked for where an act seals or signs: most acts do without. */
  masterKey(): MasterKey;
  policy: PublishingPolicy;
  /** Where signed checkpoints are collected outside the store; null where they are not. */
  checkpointFile: string | null;
  targetRules(): Promise<TargetRules>;
  renderTestEvent(): Promise<RenderTestEvent>;
  /** How far long work has come. */
  progress?(stage: Stage, done: number, all: number): void;
}
