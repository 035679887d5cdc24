// Verifies the store in a snapshot on a connection of its own, and gives way to other work. What somebody at the desk started
// has its progress and result as rows in the store.

import { finishVerification, noteProgress } from '@rf-indicators/core/desk/verification/verifications';
import {
  type Verification,
  type VerifyOptions,
  verifyAll,
} from '@rf-indicators/core/desk/verification/verify-all';
import { readCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import { readWitnesses } from '@rf-indicators/core/log/witnesses';
import { openServedStore } from '@rf-indicators/core/store/open';
import { withPlugin } from '@rf-indicators/core/store/records/bound';
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
    const { verification, isPinned } = await verifyInSnapshot(acts, giveWay, { progress });
    clearInterval(timer);
    await tell();
    await finishVerification(store, id, clock(), { verification, pinned: isPinned });
  } catch (error) {
    await finishVerification(store, id, clock(), { failure: (error as Error).message });
  } finally {
    clearInterval(timer);
    await store.close();
  }
}

interface Verified {
  verification: Verification;
  /** Whether signatures were checked with a key that is kept outside the store. */
  isPinned: boolean;
  /** The newest one of what was verified; null if nothing was signed yet. */
  checkpoint: string | null;
}

export async function verifyInSnapshot(
  acts: BackgroundSettings['acts'],
  giveWay: () => Promise<void>,
  options: Pick<VerifyOptions, 'progress' | 'since'>,
): Promise<Verified> {
  const { verifierKey, checkpointFile } = acts;
  const pinned = (await readPinnedKey(acts.dataDir, verifierKey))?.key ?? null;
  const witnesses = (await readWitnesses(acts.witnesses)).map(({ key }) => key);
  const checkpoints = checkpointFile === null ? [] : readCheckpointFile(checkpointFile);
  return withSnapshot(
    acts,
    async ({ db: snapshot }) => {
      const db = withPlugin(snapshot, afterEachQuery(giveWay));
      const verification = await verifyAll(db, { pinned, checkpoints, witnesses }, options);
      const newest = await db
        .selectFrom('checkpoints')
        .select('note')
        .orderBy('tree_size', 'desc')
        .limit(1)
        .executeTakeFirst();
      return { verification, isPinned: pinned !== null, checkpoint: newest?.note ?? null };
    },
    STORE_CONNECTIONS.verifiedSnapshot,
  );
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
