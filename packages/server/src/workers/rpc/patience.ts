// Repeats a read until the database responds, so that a thread that starts during an outage continues afterwards.

import { setTimeout as wait } from 'node:timers/promises';
import { isStoreUnreachable } from '@rf-indicators/core/store/store-fault';

const READ_AGAIN_MS = 500;

export interface Patience {
  /** Called for each attempt that failed. */
  onError: (error: unknown) => void;
  /** Whether the thread is about to end, so that nothing is read any more. */
  isStopping: () => boolean;
}

/** Rejects with any error that waiting does not mend. */
export async function patiently<T>(read: () => Promise<T>, { onError, isStopping }: Patience): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isStoreUnreachable(error) || isStopping()) throw error;
      onError(error);
    }
    await wait(READ_AGAIN_MS);
  }
}
