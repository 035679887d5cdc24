// Data freshness and framework version, for the service status.

import { findEffectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { type Freshness, readFreshness } from '@rf-indicators/core/desk/publication/freshness';
import { type CosigningState, readCosigning } from '@rf-indicators/core/log/cosignatures';
import type { Queries } from '@rf-indicators/core/store/store';
import { frameworkVersion } from '@rf-indicators/engine';

export interface DataStatus {
  freshness: Freshness;
  frameworkVersion: string;
  cosigning: CosigningState;
}

export async function readDataStatus(db: Queries, now: number): Promise<DataStatus> {
  const effective = await findEffectiveMethodology(db, now);
  return {
    freshness: await readFreshness(db),
    cosigning: await readCosigning(db),
    frameworkVersion: effective === null ? 'none' : frameworkVersion(effective.methodology.document),
  };
}
