// The serving side of the desk's thread: wakes it every minute, one piece of work at a time. A thread that ended is
// started again at the next waking.

import { Worker } from 'node:worker_threads';
import type { WorkerSettings } from './worker.ts';

const EVERY_MS = 60_000;

export interface DeskThread {
  stop(): Promise<void>;
}

interface Running {
  worker: Worker;
  busy: boolean;
  /** Settled when the thread has ended, however it ended. */
  ended: Promise<void>;
}

export function startDeskThread(settings: WorkerSettings, logError: (error: string) => void): DeskThread {
  let running: Running | null = null;
  const wake = () => {
    running ??= start(settings, logError, () => {
      running = null;
    });
    if (running.busy) return;
    running.busy = true;
    running.worker.postMessage('work');
  };
  const timer = setInterval(wake, EVERY_MS);
  wake();
  return {
    stop: async () => {
      clearInterval(timer);
      running?.worker.postMessage('stop');
      await running?.ended;
    },
  };
}

function start(settings: WorkerSettings, logError: (error: string) => void, onEnd: () => void): Running {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: settings });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      onEnd();
      resolve();
    });
  });
  const running: Running = { worker, busy: false, ended };
  worker.on('message', ({ error }: { error?: string }) => {
    running.busy = false;
    if (error) logError(error);
  });
  worker.on('error', (error) =>
    logError(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  return running;
}
