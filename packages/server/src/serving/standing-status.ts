// What the status report says of the data.

import { frameworkVersion } from '@rf-indicators/engine';
import { findEffectiveMethodology } from '../publishing/methodology/signed.ts';
import { type Freshness, readFreshness } from '../publishing/publish/freshness.ts';
import type { Queries } from '../store/store.ts';

export interface StandingStatus {
  freshness: Freshness;
  frameworkVersion: string;
}

export async function readStanding(db: Queries, now: number): Promise<StandingStatus> {
  const effective = await findEffectiveMethodology(db, now);
  return {
    freshness: await readFreshness(db),
    frameworkVersion: effective === null ? 'none' : frameworkVersion(effective.methodology.document),
  };
}
