// What the desk does by the clock while the service runs, on a thread of its own with a store of its own: the
// serving thread never waits for it.

import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../../service/config.ts';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import type { Context } from '@rf-indicators/core/context/context';
import { findEffectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { runDaily } from '@rf-indicators/core/desk/runs/daily-run';
import { discardAbandonedRuns } from '@rf-indicators/core/desk/runs/drafts';
import { sweepStaleness } from '@rf-indicators/core/desk/runs/staleness';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';

/** A run that computes for longer than this has lost its process. */
const HOUR = 60 * 60 * 1000;

export interface WorkerSettings {
  config: Config;
  demo: boolean;
}

const { config, demo } = workerData as WorkerSettings;
const store = await openStore(config);
const clock = () => Date.now();
const context: Context = { store, clock, newId: () => uuidV7(clock()) };
const publisher: Publisher = {
  masterKey: readMasterKey(config.dataDir, config.masterKey),
  policy: config.policy,
  checkpointFile: config.checkpointFile,
};

async function work(): Promise<void> {
  if (demo) {
    const { liveUntil } = await import('../../demo/world.ts');
    await liveUntil(store, publisher.masterKey, clock(), config.checkpointFile);
  }
  await discardAbandonedRuns(store.db, clock() - HOUR);
  if ((await findEffectiveMethodology(store.db, clock())) === null) return;
  await sweepStaleness(context, publisher.policy);
  if (!demo && config.dailyRun !== 'off') await runDaily(context, publisher, config.dailyRun === 'publish');
}

parentPort!.on('message', async (message: 'work' | 'stop') => {
  if (message === 'stop') {
    await store.close();
    parentPort!.close();
    return;
  }
  try {
    await work();
    parentPort!.postMessage({ done: true });
  } catch (error) {
    parentPort!.postMessage({
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
