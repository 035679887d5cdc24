// A thread that is started again when it ends by itself.

import { Worker } from 'node:worker_threads';
import { Overloaded } from '../../http/overloaded.ts';
import { threadEnvironment } from './compile-cache.ts';
import { type Asker, askerOf } from './questions.ts';

const RESTART_AFTER_MS = 1000;

export interface ThreadOptions {
  file: URL;
  settings: unknown;
  /** How many questions may wait for an answer. */
  atMost: number;
  onMessage?: (message: unknown) => void;
  onError: (error: unknown) => void;
}

export interface Thread {
  /** `atMost`: where fewer than usual may wait, so that others find room. */
  ask<T>(name: string, given: unknown, atMost?: number): Promise<T>;
  readonly waiting: number;
  stop(): Promise<void>;
}

export function startThread({ file, settings, atMost, onMessage, onError }: ThreadOptions): Thread {
  let stopping = false;
  let running: { worker: Worker; asker: Asker; ended: Promise<void> } | null = null;
  let restart: NodeJS.Timeout | undefined;
  const start = () => {
    const worker = new Worker(file, { workerData: settings, env: threadEnvironment() });
    const asker = askerOf(worker, atMost);
    worker.on('message', (message) => {
      if (!asker.handleReply(message)) onMessage?.(message);
    });
    worker.on('error', onError);
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        running = null;
        asker.abandon('the thread ended');
        if (!stopping) restart = setTimeout(start, RESTART_AFTER_MS);
        resolve();
      });
    });
    running = { worker, asker, ended };
  };
  start();
  return {
    ask<T>(name: string, given: unknown, most?: number): Promise<T> {
      if (running === null) return Promise.reject(new Overloaded('the thread is starting again'));
      return running.asker.ask(name, given, most) as Promise<T>;
    },
    get waiting() {
      return running?.asker.waiting ?? 0;
    },
    async stop() {
      stopping = true;
      clearTimeout(restart);
      running?.worker.postMessage('stop');
      await running?.ended;
    },
  };
}
