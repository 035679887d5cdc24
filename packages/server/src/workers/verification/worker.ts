// The thread that verifies the whole store when somebody at the desk starts it. It reads a snapshot on a connection of
// its own and runs in the background, so that nobody waits for it; its progress and result are rows in the store.

import type { MessagePort } from 'node:worker_threads';
import { readCheckpointFile } from '@rf-indicators/core/desk/log/checkpoint-file';
import { readPinnedKey } from '@rf-indicators/core/desk/log/pinned-key';
import { finishVerification, noteProgress } from '@rf-indicators/core/desk/log/verifications';
import { verifyAll } from '@rf-indicators/core/desk/log/verify-all';
import { readWitnesses } from '@rf-indicators/core/desk/log/witnesses';
import { openServedStore } from '@rf-indicators/core/store/open';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import { threadClock } from '../../clock/shared-clock.ts';
import { serveRequests } from '../rpc/requests.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { VerificationSettings } from './messages.ts';

/** Also tells others that the process still works. */
const PROGRESS_MS = 1000;

export async function run(port: MessagePort, settings: VerificationSettings): Promise<void> {
  const { location, verifierKey, checkpointFile } = settings;
  const store = await openServedStore(location, STORE_CONNECTIONS.verification);
  const clock = threadClock(settings.clock);
  let isStopping = false;

  async function verifyStore(id: string): Promise<void> {
    let done = 0;
    let total = 0;
    const tell = () => noteProgress(store, id, { done, total, seen_at: clock() }).catch(() => undefined);
    const timer = setInterval(tell, PROGRESS_MS);
    const progress = (checked: number, all: number) => {
      if (isStopping) throw new Error('The service was stopped.');
      [done, total] = [checked, all];
    };
    try {
      const pinned = (await readPinnedKey(location.dataDir, verifierKey))?.key ?? null;
      const witnesses = (await readWitnesses(settings.witnesses)).map(({ key }) => key);
      const checkpoints = checkpointFile === null ? [] : readCheckpointFile(checkpointFile);
      const verification = await withSnapshot(
        location,
        ({ db }) => verifyAll(db, { pinned, checkpoints, witnesses }, { progress }),
        STORE_CONNECTIONS.verifiedSnapshot,
      );
      clearInterval(timer);
      await tell();
      await finishVerification(store, id, clock(), { verification, pinned: pinned !== null });
    } catch (error) {
      await finishVerification(store, id, clock(), { failure: (error as Error).message });
    } finally {
      clearInterval(timer);
    }
  }

  const stopping = serveRequests(port, { verify: verifyStore });
  stopping.then(async () => {
    isStopping = true;
    await store.close();
    port.close();
  });
}
