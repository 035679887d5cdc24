// Asks the reading thread for many current indicators at once. Those that are requested while it answers a batch wait
// for the next one, so a busy thread gets larger batches instead of more messages.

import { Overloaded } from '../../http/overloaded.ts';
import type { AskedScore, CurrentScore } from './current-scores.ts';

interface Waiting {
  asked: AskedScore;
  resolve(score: CurrentScore | null): void;
  reject(error: unknown): void;
}

/** A batch comes back as one message: with a larger one, the first who asked would wait for the last. */
const BATCH_SIZE = 64;
/** One that the thread works on, and one that is there when it has finished. */
const MAX_BATCHES = 2;

export interface ScoreBatches {
  /** null if it has to be looked for elsewhere. */
  read(asked: AskedScore): Promise<CurrentScore | null>;
  readonly waiting: number;
}

export function scoreBatches(
  ask: (asked: AskedScore[]) => Promise<(CurrentScore | null)[]>,
  maxWaiting: number,
): ScoreBatches {
  let queue: Waiting[] = [];
  let inWork = 0;
  let isScheduled = false;

  async function answer(batch: readonly Waiting[]): Promise<void> {
    inWork += 1;
    try {
      const scores = await ask(batch.map(({ asked }) => asked));
      for (const [index, { resolve }] of batch.entries()) resolve(scores[index] ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inWork -= 1;
      send();
    }
  }

  function send(): void {
    while (queue.length > 0 && inWork < MAX_BATCHES) {
      const batch = queue.slice(0, BATCH_SIZE);
      queue = queue.slice(BATCH_SIZE);
      void answer(batch);
    }
  }

  return {
    read(asked) {
      if (queue.length >= maxWaiting) {
        return Promise.reject(new Overloaded(`${maxWaiting} requests are waiting for the thread`));
      }
      return new Promise((resolve, reject) => {
        queue.push({ asked, resolve, reject });
        if (isScheduled) return;
        isScheduled = true;
        // After the requests that have already arrived were read, so that they come into the same batch.
        setImmediate(() => {
          isScheduled = false;
          send();
        });
      });
    },
    get waiting() {
      return queue.length;
    },
  };
}
