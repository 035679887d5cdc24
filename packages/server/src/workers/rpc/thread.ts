// Starts a worker on a thread of its own, and starts it again when it ends by itself.

import { MessageChannel, Worker } from 'node:worker_threads';
import { Overloaded } from '../../http/overloaded.ts';
import { threadEnvironment } from './compile-cache.ts';
import { type Asker, askerOf } from './questions.ts';
import type { WorkerModule } from './worker-module.ts';

const RESTART_AFTER_MS = 1000;

/** In tests all workers may share one thread: their modules are then loaded once, and no thread has to start. */
export type Isolation = 'thread' | 'none';

export interface ThreadOptions {
  file: URL;
  settings: unknown;
  /** How many questions may wait for an answer. */
  atMost: number;
  isolation?: Isolation | undefined;
  onMessage?: (message: unknown) => void;
  onError: (error: unknown) => void;
}

export interface Thread {
  /** `atMost`: where fewer than usual may wait, so that others find room. */
  ask<T>(name: string, given: unknown, atMost?: number): Promise<T>;
  readonly waiting: number;
  stop(): Promise<void>;
}

/** What a thread and a worker that shares ours have in common. */
interface RunningWorker {
  postMessage(message: unknown): void;
  onMessage(handle: (message: unknown) => void): void;
  onError(handle: (error: unknown) => void): void;
  onEnd(handle: () => void): void;
}

export function startThread(options: ThreadOptions): Thread {
  const { atMost, onMessage, onError, isolation = 'thread' } = options;
  const startWorker = isolation === 'thread' ? onOwnThread : onThisThread;
  let stopping = false;
  let running: { worker: RunningWorker; asker: Asker; ended: Promise<void> } | null = null;
  let restart: NodeJS.Timeout | undefined;
  const start = () => {
    const worker = startWorker(options);
    const asker = askerOf(worker, atMost);
    worker.onMessage((message) => {
      if (!asker.handleReply(message)) onMessage?.(message);
    });
    worker.onError(onError);
    const ended = new Promise<void>((resolve) => {
      worker.onEnd(() => {
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

function onOwnThread({ file, settings }: ThreadOptions): RunningWorker {
  const worker = new Worker(new URL('./worker-entry.ts', import.meta.url), {
    workerData: { file: file.href, settings },
    env: threadEnvironment(),
  });
  return {
    postMessage: (message) => worker.postMessage(message),
    onMessage: (handle) => worker.on('message', handle),
    onError: (handle) => worker.on('error', handle),
    onEnd: (handle) => worker.once('exit', handle),
  };
}

function onThisThread({ file, settings }: ThreadOptions): RunningWorker {
  const { port1, port2 } = new MessageChannel();
  let fail: (error: unknown) => void = () => undefined;
  const run = async () => {
    const worker = (await import(file.href)) as WorkerModule;
    // As a message would bring them to a thread.
    await worker.run(port2, structuredClone(settings) as never);
  };
  run().catch((error: unknown) => {
    fail(error);
    port2.close();
  });
  return {
    postMessage: (message) => port1.postMessage(message),
    onMessage: (handle) => port1.on('message', handle),
    onError: (handle) => {
      fail = handle;
    },
    onEnd: (handle) => port1.once('close', handle),
  };
}
