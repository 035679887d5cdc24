// Verifies the whole store when somebody at the desk starts it. It reads a snapshot on a connection of its own; its
// progress and result are rows in the store.

import { finishVerification, noteProgress } from '@rf-indicators/core/desk/verification/verifications';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { readCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import { readWitnesses } from '@rf-indicators/core/log/witnesses';
import { openServedStore } from '@rf-indicators/core/store/open';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import type { KyselyPlugin } from 'kysely';
import { threadClock } from '../../clock/shared-clock.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { BackgroundSettings } from './messages.ts';

/** Also tells others that the process still works. */
const PROGRESS_MS = 1000;

/** `giveWay` is called between two queries, and rejects when the verification must end. */
export async function verifyStore(
  id: string,
  { acts, clock: memory }: BackgroundSettings,
  giveWay: () => Promise<void>,
): Promise<void> {
  const { verifierKey, checkpointFile } = acts;
  const clock = threadClock(memory);
  const store = await openServedStore(acts, STORE_CONNECTIONS.background);
  let done = 0;
  let total = 0;
  const tell = () => noteProgress(store, id, { done, total, seen_at: clock() }).catch(() => undefined);
  const timer = setInterval(tell, PROGRESS_MS);
  const progress = (checked: number, all: number) => {
    [done, total] = [checked, all];
  };
  try {
    const pinned = (await readPinnedKey(acts.dataDir, verifierKey))?.key ?? null;
    const witnesses = (await readWitnesses(acts.witnesses)).map(({ key }) => key);
    const checkpoints = checkpointFile === null ? [] : readCheckpointFile(checkpointFile);
    const verification = await withSnapshot(
      acts,
      ({ db }) =>
        verifyAll(db.withPlugin(afterEachQuery(giveWay)), { pinned, checkpoints, witnesses }, { progress }),
      STORE_CONNECTIONS.verifiedSnapshot,
    );
    clearInterval(timer);
    await tell();
    await finishVerification(store, id, clock(), { verification, pinned: pinned !== null });
  } catch (error) {
    await finishVerification(store, id, clock(), { failure: (error as Error).message });
  } finally {
    clearInterval(timer);
    await store.close();
  }
}

/** Queries of SQLite keep their thread: without a pause between them, nothing else would run until all are through. */
function afterEachQuery(pause: () => Promise<void>): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await pause();
      return result;
    },
  };
}
