// The serving side of the desk thread: starts its scheduled work every minute, one round at a time.

import { startThread } from '../rpc/thread.ts';
import type { DeskSettings } from './messages.ts';

const EVERY_MS = 60_000;

export interface DeskThread {
  stop(): Promise<void>;
}

export function startDeskThread(settings: DeskSettings, logError: (error: unknown) => void): DeskThread {
  const thread = startThread({
    file: new URL('./worker.ts', import.meta.url),
    settings,
    atMost: 1,
    onError: logError,
  });
  const wake = () => {
    if (thread.waiting === 0) thread.ask('work', null).catch(logError);
  };
  const timer = setInterval(wake, EVERY_MS);
  wake();
  return {
    async stop() {
      clearInterval(timer);
      await thread.stop();
    },
  };
}
