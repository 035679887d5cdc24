// What "Why believe this" shows.

import type { ComputationAnswer, Recomputed, Unreadable } from '@rf-indicators/engine';
import type { Witnessed } from '../verify/witnesses.ts';
import type { ByteChange } from './telling-byte.ts';

export interface WhyView {
  answer: ComputationAnswer;
  /** The canonical package, and the same with one byte changed. */
  bytes: Uint8Array;
  altered: Uint8Array;
  change: ByteChange;
  /** Of the package. */
  address: string;
  isExample: boolean;
  specimens: readonly { slug: string; name: string; isShown: boolean }[];
  published: Recomputed | Unreadable;
  broken: Recomputed | Unreadable;
  witnesses: readonly Witnessed[];
}
