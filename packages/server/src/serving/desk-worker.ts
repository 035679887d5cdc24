// What the desk does by the clock while the service runs, on a thread of its own with a store of its own: the
// serving thread never waits for it.

import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { uuidV7 } from '../ids.ts';
import type { Desk } from '../publishing/desk.ts';
import { findEffectiveMethodology } from '../publishing/methodology/signed.ts';
import type { Publisher } from '../publishing/publish/publisher.ts';
import { runDaily } from '../publishing/runs/daily-run.ts';
import { discardAbandonedRuns } from '../publishing/runs/drafts.ts';
import { sweepStaleness } from '../publishing/runs/staleness.ts';
import { readMasterKey } from '../secrets/master-key.ts';
import { openStore } from '../store/open.ts';

/** A run that computes for longer than this has lost its process. */
const HOUR = 60 * 60 * 1000;

export interface WorkerSettings {
  config: Config;
  demo: boolean;
}

const { config, demo } = workerData as WorkerSettings;
const store = await openStore(config);
const clock = () => Date.now();
const desk: Desk = { store, clock, newId: () => uuidV7(clock()) };
const publisher: Publisher = {
  masterKey: readMasterKey(config.dataDir, config.masterKey),
  policy: config.policy,
  checkpointFile: config.checkpointFile,
};

async function work(): Promise<void> {
  if (demo) {
    const { liveUntil } = await import('../demo/world.ts');
    await liveUntil(store, publisher.masterKey, clock(), config.checkpointFile);
  }
  await discardAbandonedRuns(store.db, clock() - HOUR);
  if ((await findEffectiveMethodology(store.db, clock())) === null) return;
  await sweepStaleness(desk, publisher.policy);
  if (!demo && config.dailyRun !== 'off') await runDaily(desk, publisher, config.dailyRun === 'publish');
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
