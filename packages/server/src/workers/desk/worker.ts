// The desk thread. It does the scheduled work of the desk with its own store connection, so that the serving thread
// never waits for it. Only the leader among several nodes does this work.

import type { MessagePort } from 'node:worker_threads';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { refreshDue } from '@rf-indicators/core/desk/due/refresh';
import { readPinnedKey } from '@rf-indicators/core/desk/log/pinned-key';
import { hasUnsealedFacts, lastSeal, sealRecords } from '@rf-indicators/core/desk/log/seal';
import { readWitnesses } from '@rf-indicators/core/desk/log/witnesses';
import { publishDueFrameworks } from '@rf-indicators/core/desk/methodology/announcements';
import { findEffectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { compressOlderPackages } from '@rf-indicators/core/desk/packages/compress-older';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { runDaily } from '@rf-indicators/core/desk/runs/daily-run';
import { discardAbandonedRuns } from '@rf-indicators/core/desk/runs/drafts';
import { type Swept, sweepWhenDue } from '@rf-indicators/core/desk/runs/sweep-when-due';
import { completeSnapshots } from '@rf-indicators/core/desk/snapshots/complete';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read';
import { fencedStore, LeaseLost } from '@rf-indicators/core/nodes/fenced-store';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openServedStore } from '@rf-indicators/core/store/open';
import { threadClock } from '../../clock/shared-clock.ts';
import { renderDataset } from '../../rendering/datasets/csv.ts';
import { serveRequests } from '../rpc/requests.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import { collectCosignatures } from './cosigning.ts';
import type { DeskRound, DeskSettings, DeskTurn } from './messages.ts';

/** A run that has been computing for longer than this was abandoned by its process. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** What an older version wrote is brought up to date for so long in each round; scheduled work must not wait for it. */
const COMPLETES_FOR_MS = 30_000;

/** Public facts are sealed in the round that finds them, other records together. */
const SEALED_AFTER_MS = 10 * 60 * 1000;

export async function run(port: MessagePort, settings: DeskSettings): Promise<void> {
  const { location, policy, checkpointFile, dailyRun, demo } = settings;
  const opened = await openServedStore(location, STORE_CONNECTIONS.desk);
  const clock = threadClock(settings.clock);
  const publisher: Publisher = {
    masterKey: readMasterKey(location.dataDir, settings.masterKey),
    pinned: (await readPinnedKey(location.dataDir, settings.verifierKey))?.key ?? null,
    policy,
    checkpointFile,
  };

  const witnesses = await readWitnesses(settings.witnesses ?? []);

  /** Ends without an error if another node takes over meanwhile. */
  async function work({ swept, lease }: DeskTurn): Promise<DeskRound> {
    try {
      const store = fencedStore(opened, lease);
      return await workFor({ store, clock, newId: () => uuidV7(clock()) }, swept);
    } catch (error) {
      if (error instanceof LeaseLost) return { swept: null, olderPackages: null };
      throw error;
    }
  }

  async function workFor(context: Context, last: Swept | null): Promise<DeskRound> {
    const { store } = context;
    let swept: Swept | null;
    try {
      swept = await workAtDesk(context, last);
    } catch (error) {
      // What was published before it waits for its cosignatures.
      if (!(error instanceof LeaseLost)) await collectCosignatures(store, witnesses, clock);
      throw error;
    }
    await collectCosignatures(store, witnesses, clock);
    await refreshDue(context, COMPLETES_FOR_MS);
    await completeSnapshots(store, COMPLETES_FOR_MS);
    const dumped = { db: store.db, snapshots: snapshotReader(store.db) };
    await writeDueDatasets(context, publisher, (day) => renderDataset(dumped, day), COMPLETES_FOR_MS);
    return { swept, olderPackages: await compressOlderPackages(store, COMPLETES_FOR_MS) };
  }

  async function workAtDesk(context: Context, swept: Swept | null): Promise<Swept | null> {
    const { store } = context;
    const seal = () => sealWhenDue(context);
    if (demo) {
      const { simulateUntil } = await import('../../demo/world.ts');
      const now = clock();
      await simulateUntil(store, publisher.masterKey, Math.min(now, demo.until ?? now), checkpointFile);
      // Demo data with a fixed end stays as it is; its indicators must not become stale.
      if (demo.until !== null) {
        await seal();
        return null;
      }
    }
    await discardAbandonedRuns(context, clock() - ABANDONED_AFTER_MS);
    if ((await findEffectiveMethodology(store.db, clock())) === null) {
      await seal();
      return null;
    }
    await publishDueFrameworks(context);
    const seen = await sweepWhenDue(context, policy, swept);
    if (!demo && dailyRun !== 'off') await runDaily(context, publisher, dailyRun === 'publish');
    await seal();
    return seen;
  }

  async function sealWhenDue(context: Context): Promise<void> {
    const { db } = context.store;
    const { at } = await lastSeal(db);
    if (clock() - at >= SEALED_AFTER_MS || (await hasUnsealedFacts(db)))
      await sealRecords(context, publisher);
  }

  const stopping = serveRequests(port, { work });
  stopping.then(async () => {
    await opened.close();
    port.close();
  });
}
