// Dependencies of the page routes.

import type { WitnessKey } from '@rf-indicators/engine';
import type { SharedReads } from '../http/shared-reads.ts';
import type { Site } from '../rendering/pages/site.ts';
import type { Published } from '../rendering/published.ts';
import type { Reader } from '../rendering/reading.ts';

export interface PageDependencies {
  baseUrl: string;
  site: Site;
  clock: () => number;
  startedAt: number;
  /** The witnesses that are asked to cosign checkpoints. */
  witnesses: readonly WitnessKey[];
  published: Published;
  sharedReads: SharedReads;
  reader: Reader;
}
