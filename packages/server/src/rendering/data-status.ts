// What the status report says of the data.

import { frameworkVersion } from '@rf-indicators/engine';
import { findEffectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { type Freshness, readFreshness } from '@rf-indicators/core/desk/publication/freshness';
import type { Queries } from '@rf-indicators/core/store/store';

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
