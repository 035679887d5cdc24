// The serving side of the desk thread: once a minute it does the scheduled work and ends, so that it takes no memory
// while there is nothing to do.

import { startThread, type Thread } from '../rpc/thread.ts';
import type { DeskSettings } from './messages.ts';

const EVERY_MS = 60_000;

export interface DeskThread {
  stop(): Promise<void>;
}

export function startDeskThread(settings: DeskSettings, logError: (error: unknown) => void): DeskThread {
  let thread: Thread | null = null;
  let round: Promise<void> | null = null;
  let isStopping = false;
  const work = async () => {
    thread = startThread({
      file: new URL('./worker.ts', import.meta.url),
      settings,
      atMost: 1,
      onError: logError,
    });
    try {
      await thread.ask('work', null);
    } catch (error) {
      if (!isStopping) logError(error);
    }
    if (!isStopping) await thread.stop();
    thread = null;
  };
  const wake = () => {
    // One round at a time: a large run takes longer than a minute.
    round ??= work().finally(() => {
      round = null;
    });
  };
  const timer = setInterval(wake, EVERY_MS);
  wake();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      // Work that is under way loses its store and fails: nobody waits for a long run, and the next start makes it again.
      await thread?.stop();
      await round;
    },
  };
}
