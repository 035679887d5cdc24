// The serving side of the desk's thread: wakes it every minute, one piece of work at a time.

import { Worker } from 'node:worker_threads';
import type { WorkerSettings } from './desk-worker.ts';

const EVERY_MS = 60_000;

export interface DeskThread {
  stop(): Promise<void>;
}

export function startDeskThread(settings: WorkerSettings, logError: (error: string) => void): DeskThread {
  const worker = new Worker(new URL('./desk-worker.ts', import.meta.url), { workerData: settings });
  let busy = false;
  const wake = () => {
    if (busy) return;
    busy = true;
    worker.postMessage('work');
  };
  worker.on('message', ({ error }: { error?: string }) => {
    busy = false;
    if (error) logError(error);
  });
  worker.on('error', (error) => logError(error.stack ?? error.message));
  const timer = setInterval(wake, EVERY_MS);
  wake();
  return {
    stop: async () => {
      clearInterval(timer);
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('stop');
      await ended;
    },
  };
}
