// What the status report says of the data, read again whenever any process changed the store.

import { frameworkVersion } from '@rf-indicators/engine';
import type { Desk } from '../publishing/desk.ts';
import { findEffectiveMethodology } from '../publishing/methodology/signed.ts';
import { type Freshness, readFreshness } from '../publishing/publish/freshness.ts';
import { changeCount } from '../store/change-counter.ts';
import { watchChanges } from '../store/change-watch.ts';

export interface StandingStatus {
  freshness: Freshness;
  frameworkVersion: string;
}

export interface WatchedStatus {
  current(): StandingStatus;
  stop(): Promise<void>;
}

export async function watchStatus(desk: Desk, onError: (error: unknown) => void): Promise<WatchedStatus> {
  const { db } = desk.store;
  // Counted before it is read: what changes in between is then read again, not missed.
  const since = await changeCount(db);
  let current = await readStatus(desk);
  const stop = watchChanges(
    db,
    async () => {
      current = await readStatus(desk);
    },
    { since, onError },
  );
  return { current: () => current, stop };
}

async function readStatus(desk: Desk): Promise<StandingStatus> {
  const { db } = desk.store;
  const effective = await findEffectiveMethodology(db, desk.clock());
  return {
    freshness: await readFreshness(db),
    frameworkVersion: effective === null ? 'none' : frameworkVersion(effective.methodology.document),
  };
}
