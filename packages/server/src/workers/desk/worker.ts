// What the desk does by the clock while the service runs, on a thread of its own with a store of its own: the
// serving thread never waits for it.

import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { findEffectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { runDaily } from '@rf-indicators/core/desk/runs/daily-run';
import { discardAbandonedRuns } from '@rf-indicators/core/desk/runs/drafts';
import { sweepStaleness } from '@rf-indicators/core/desk/runs/staleness';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { answerOn } from '../rpc/questions.ts';
import type { DeskSettings } from './messages.ts';

/** A run that computes for longer than this has lost its process. */
const HOUR = 60 * 60 * 1000;

const settings = workerData as DeskSettings;
const { location, policy, checkpointFile, dailyRun, demo } = settings;
const store = await openStore(location);
const clock = () => Date.now();
const context: Context = { store, clock, newId: () => uuidV7(clock()) };
const publisher: Publisher = {
  masterKey: readMasterKey(location.dataDir, settings.masterKey),
  policy,
  checkpointFile,
};

async function work(): Promise<void> {
  if (demo) {
    const { liveUntil } = await import('../../demo/world.ts');
    const now = clock();
    await liveUntil(store, publisher.masterKey, Math.min(now, demo.until ?? now), checkpointFile);
    // A story that has ended stays as it is: nothing in it grows stale.
    if (demo.until !== null) return;
  }
  await discardAbandonedRuns(store.db, clock() - HOUR);
  if ((await findEffectiveMethodology(store.db, clock())) === null) return;
  await sweepStaleness(context, policy);
  if (!demo && dailyRun !== 'off') await runDaily(context, publisher, dailyRun === 'publish');
}

const port = parentPort!;
answerOn(port, { work });
port.on('message', async (message) => {
  if (message !== 'stop') return;
  await store.close();
  port.close();
});
