// A round of scheduled work at the desk. Only the leader among several nodes does this work.

import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { tellDecisions } from '@rf-indicators/core/decisions/watch';
import { writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { refreshDue } from '@rf-indicators/core/desk/due/refresh';
import { publishDueFrameworks } from '@rf-indicators/core/desk/methodology/announcements';
import { findEffectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { compressOlderPackages } from '@rf-indicators/core/desk/packages/compress-older';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { type Swept, sweepWhenDue } from '@rf-indicators/core/desk/publication/sweep-when-due';
import { sweepReviews } from '@rf-indicators/core/desk/reviews/sweep';
import { discardAbandonedRuns } from '@rf-indicators/core/desk/runs/drafts';
import { completeSnapshots } from '@rf-indicators/core/desk/snapshots/complete';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import { hasUnsealedFacts, lastSeal, sealRecords } from '@rf-indicators/core/log/seal';
import { readWitnesses, type Witness } from '@rf-indicators/core/log/witnesses';
import { fencedStore, LeaseLost } from '@rf-indicators/core/nodes/fenced-store';
import { continueRotation } from '@rf-indicators/core/resealing/rotation';
import { type MasterKey, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openServedStore } from '@rf-indicators/core/store/open';
import type { Store } from '@rf-indicators/core/store/store';
import { evaluateWatches } from '@rf-indicators/core/watch/evaluate';
import { threadClock } from '../../clock/shared-clock.ts';
import { secondFactorCipher } from '../../identity/second-factor-cipher.ts';
import { renderDataset } from '../../rendering/datasets/csv.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import { collectCosignatures } from './cosigning.ts';
import type { BackgroundSettings, Round, Turn } from './messages.ts';

/** A run that has been computing for longer than this was abandoned by its process. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** Each round spends this long on updating records of an older version; scheduled work must not wait for it. */
const COMPLETES_FOR_MS = 30_000;

/** Public facts are sealed in the round that finds them, other records together. */
const SEALED_AFTER_MS = 10 * 60 * 1000;

export interface ScheduledWork {
  /** Ends without an error if another node takes over meanwhile. */
  work(turn: Turn): Promise<Round>;
  /** Closes the store, so that work in progress fails. A long run would delay the stop; it is repeated at the next start. */
  stop(): Promise<void>;
}

export function scheduledWork({ acts, dailyRun, demo, clock: memory }: BackgroundSettings): ScheduledWork {
  let opened: Store | null = null;
  return {
    async work({ swept, lease }) {
      const clock = threadClock(memory);
      const { policy, checkpointFile, dataDir } = acts;
      const publisher: Publisher = {
        masterKey: readMasterKey(dataDir, acts.masterKey),
        pinned: (await readPinnedKey(dataDir, acts.verifierKey))?.key ?? null,
        policy,
        checkpointFile,
      };
      const witnesses = await readWitnesses(acts.witnesses);
      const own = await openServedStore(acts, STORE_CONNECTIONS.background);
      opened = own;
      try {
        const context = { store: fencedStore(own, lease), clock, newId: () => uuidV7(clock()) };
        return await workFor({ context, publisher, witnesses, dailyRun, demo }, swept);
      } catch (error) {
        if (error instanceof LeaseLost) return { swept: null, olderPackages: null };
        throw error;
      } finally {
        if (opened === own) {
          opened = null;
          await own.close();
        }
      }
    },
    async stop() {
      const closed = opened;
      opened = null;
      await closed?.close();
    },
  };
}

interface Work extends Pick<BackgroundSettings, 'dailyRun' | 'demo'> {
  context: Context;
  publisher: Publisher;
  witnesses: readonly Witness[];
}

async function workFor(work: Work, last: Swept | null): Promise<Round> {
  const { context, publisher, witnesses } = work;
  const { store, clock } = context;
  let swept: Swept | null;
  try {
    swept = await workAtDesk(work, last);
  } catch (error) {
    // What was published before it waits for its cosignatures.
    if (!(error instanceof LeaseLost)) await collectCosignatures(store, witnesses, clock);
    throw error;
  }
  await collectCosignatures(store, witnesses, clock);
  await refreshDue(context, { forMs: COMPLETES_FOR_MS });
  await completeSnapshots(store, COMPLETES_FOR_MS);
  const dumped = { db: store.db, snapshots: snapshotReader(store.db) };
  await writeDueDatasets(context, publisher, (day) => renderDataset(dumped, day), COMPLETES_FOR_MS);
  const olderPackages = await compressOlderPackages(store, COMPLETES_FOR_MS);
  // Last: it fails while the store has a forged record, which must not stop the rest.
  await replaceMasterKey(context, publisher.masterKey);
  return { swept, olderPackages };
}

async function workAtDesk(
  { context, publisher, dailyRun, demo }: Work,
  swept: Swept | null,
): Promise<Swept | null> {
  const { store, clock } = context;
  if (demo) {
    const { simulateUntil } = await import('../../demo/world.ts');
    const now = clock();
    const until = Math.min(now, demo.until ?? now);
    await simulateUntil(store, publisher.masterKey, until, publisher.checkpointFile);
    // Demo data with a fixed end stays as it is; its indicators must not become stale.
    if (demo.until !== null) {
      await tellChanges(context, publisher);
      await sealWhenDue(context, publisher, false);
      return null;
    }
  }
  await discardAbandonedRuns(context, clock() - ABANDONED_AFTER_MS);
  if ((await findEffectiveMethodology(store.db, clock())) === null) {
    await sealWhenDue(context, publisher);
    return null;
  }
  await publishDueFrameworks(context);
  const seen = await sweepWhenDue(context, publisher.policy, swept);
  await sweepReviews(context);
  if (!demo && dailyRun !== 'off') await runDaily(context, publisher, dailyRun === 'publish');
  await tellChanges(context, publisher);
  await sealWhenDue(context, publisher);
  return seen;
}

/** Decisions first: a rule can watch them. */
async function tellChanges(context: Context, { policy, masterKey }: Publisher): Promise<void> {
  await tellDecisions(context, policy);
  await evaluateWatches(context, masterKey, policy);
}

/** In each round for a while, until everything that two people have approved is done. */
async function replaceMasterKey(context: Context, masterKey: MasterKey): Promise<void> {
  const until = context.clock() + COMPLETES_FOR_MS;
  await continueRotation({
    context,
    keys: { masterKey, secondFactors: secondFactorCipher },
    isOver: () => context.clock() > until,
  });
}

/** `daily`: also if nothing was recorded, so that every day of service has a seal. */
async function sealWhenDue(context: Context, publisher: Publisher, daily = true): Promise<void> {
  const { db } = context.store;
  const { at } = await lastSeal(db);
  if (context.clock() - at >= SEALED_AFTER_MS || (await hasUnsealedFacts(db)))
    await sealRecords(context, publisher, { daily });
}
