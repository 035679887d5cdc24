// The serving side of the desk thread: once a minute it does the scheduled work and ends, so that it takes no memory
// while there is nothing to do.

import { startThread, type Thread } from '../rpc/thread.ts';
import type { DeskSettings } from './messages.ts';

const EVERY_MS = 60_000;

export interface DeskThread {
  stop(): Promise<void>;
}

export function startDeskThread(settings: DeskSettings, logError: (error: unknown) => void): DeskThread {
  let round: Promise<void> | null = null;
  const work = async () => {
    const thread: Thread = startThread({
      file: new URL('./worker.ts', import.meta.url),
      settings,
      atMost: 1,
      onError: logError,
    });
    try {
      await thread.ask('work', null);
    } catch (error) {
      logError(error);
    }
    await thread.stop();
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
      clearInterval(timer);
      await round;
    },
  };
}
