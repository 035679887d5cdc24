// What the page of one change shows.

import type { Provider } from '@rf-indicators/core/desk/providers/providers';
import type { ChangeAnalysis } from '@rf-indicators/core/desk/served/analysis';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import type { Change } from '../provider/known.ts';

/** Before the change and after it. */
export const DAYS_IN_HISTORY = 90;

export interface KnownChange {
  change: Change;
  /** As the provider is called now. */
  provider: Pick<Provider, 'name' | 'slug'> | null;
  /** What was served around the change, oldest first. */
  steps: readonly Step[];
  /** What analysts published about it. */
  analysis: ChangeAnalysis;
  proof: ChangeProof;
  /** The change of the same provider before this one. */
  earlier: Change | null;
  /** The next ones, oldest first. */
  later: readonly Change[];
  /** The entry that corrected the indicator of this change. */
  correction: Change | null;
  /** When and why the indicator of this change was withdrawn. */
  withdrawal: { at: number; reason: string } | null;
}

export interface ChangeProof {
  verificationId: string;
  publishedAt: number;
  /** The entry of its statement in the log, counted from 0. */
  index: number;
  keyId: string;
  /** The checkpoint of its publication, as it was signed. */
  checkpoint: string;
  treeSize: number;
  /** The verification id of what it replaced or corrected. */
  replaces: string | null;
  corrects: string | null;
}
