// Starts a worker in a thread of its own, and restarts it if it ends unexpectedly.

import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { StoreFault } from '@rf-indicators/core/store/store-fault';
import { Overloaded } from '../../http/overloaded.ts';
import type { Priority } from './priority.ts';
import { type RequestClient, requestClient, type WorkerModule } from './requests.ts';
import type { WorkerEntryData } from './worker-entry.ts';

const RESTART_AFTER_MS = 1000;
/** How long a thread may take to end while its store does not answer. */
const FAULTY_STOP_MS = 3000;

/** `none` runs the worker in the calling thread. Tests use it because it is faster: modules are loaded only once. */
export type Isolation = 'thread' | 'none';

export interface ThreadOptions {
  file: URL;
  settings: unknown;
  /** The maximum number of pending requests. */
  maxPending: number;
  isolation?: Isolation | undefined;
  /** `serving` unless nobody waits for the work of the thread. */
  priority?: Priority;
  /** The largest heap of the thread, in megabytes. V8 collects garbage the more often, the smaller the heap may be. */
  heap?: { young: number; old: number };
  /** After this time a thread that was asked to stop is ended, whatever it does. Without it, the thread takes its time. */
  stopMs?: number;
  onMessage?: (message: unknown) => void;
  onError: (error: unknown) => void;
  /** Called for each request that failed because of a fault of the store. */
  onFault?: ((fault: StoreFault) => void) | undefined;
}

export interface Thread {
  /** `maxPending` can lower the usual limit, so that other requests find room. */
  call<T>(name: string, params: unknown, maxPending?: number): Promise<T>;
  readonly waiting: number;
  /** If its store does not answer, the thread is ended after some seconds, whatever it waits for. */
  stop(options?: { isFaulty?: boolean }): Promise<void>;
}

/** A worker, in its own thread or in this one. */
interface RunningWorker {
  postMessage(message: unknown): void;
  onMessage(handle: (message: unknown) => void): void;
  onError(handle: (error: unknown) => void): void;
  onEnd(handle: () => void): void;
  terminate(): void;
}

export function startThread(options: ThreadOptions): Thread {
  const { maxPending, onMessage, onError, onFault, stopMs, isolation = 'thread' } = options;
  const startWorker = isolation === 'thread' ? onOwnThread : onThisThread;
  let stopping = false;
  let lastFault: StoreFault | null = null;
  let running: { worker: RunningWorker; client: RequestClient; ended: Promise<void> } | null = null;
  let restart: NodeJS.Timeout | undefined;
  const start = () => {
    const worker = startWorker(options);
    const client = requestClient(worker, maxPending, {
      onFault: (fault) => {
        lastFault = fault;
        onFault?.(fault);
      },
      onSuccess: () => {
        lastFault = null;
      },
    });
    worker.onMessage((message) => {
      if (!client.handleReply(message)) onMessage?.(message);
    });
    worker.onError(onError);
    const ended = new Promise<void>((resolve) => {
      worker.onEnd(() => {
        running = null;
        client.rejectAll('the thread ended');
        if (!stopping) restart = setTimeout(start, RESTART_AFTER_MS);
        resolve();
      });
    });
    running = { worker, client, ended };
  };
  start();
  return {
    call<T>(name: string, params: unknown, limit?: number): Promise<T> {
      if (running === null) return Promise.reject(new Overloaded('the thread is restarting'));
      return running.client.call(name, params, limit) as Promise<T>;
    },
    get waiting() {
      return running?.client.waiting ?? 0;
    },
    async stop({ isFaulty = lastFault === 'unreachable' } = {}) {
      stopping = true;
      clearTimeout(restart);
      if (running === null) return;
      const { worker, ended } = running;
      worker.postMessage('stop');
      const limit = isFaulty ? FAULTY_STOP_MS : isolation === 'thread' ? stopMs : undefined;
      const late = limit === undefined ? undefined : setTimeout(() => worker.terminate(), limit);
      await ended;
      clearTimeout(late);
    },
  };
}

function onOwnThread({ file, settings, priority = 'serving', heap }: ThreadOptions): RunningWorker {
  const worker = new Worker(new URL('./worker-entry.ts', import.meta.url), {
    workerData: { file: file.href, settings, priority } satisfies WorkerEntryData,
    env: threadEnvironment(),
    ...(heap && {
      resourceLimits: { maxYoungGenerationSizeMb: heap.young, maxOldGenerationSizeMb: heap.old },
    }),
  });
  return {
    postMessage: (message) => worker.postMessage(message),
    onMessage: (handle) => worker.on('message', handle),
    onError: (handle) => worker.on('error', handle),
    onEnd: (handle) => worker.once('exit', handle),
    terminate: () => void worker.terminate(),
  };
}

function onThisThread({ file, settings }: ThreadOptions): RunningWorker {
  const { port1, port2 } = new MessageChannel();
  let fail: (error: unknown) => void = () => undefined;
  const run = async () => {
    const worker = (await import(file.href)) as WorkerModule;
    // Cloned, as they would be for a real thread.
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
    terminate: () => port1.close(),
  };
}

// Enables the compile cache in worker threads; the launcher enables it for the main thread only. With the cache, a
// thread does not load the TypeScript compiler, which saves about ten megabytes per thread.

/** Environment variables for a new thread. */
function threadEnvironment(): NodeJS.ProcessEnv {
  const directory = getCompileCacheDir();
  if (directory === undefined) return process.env;
  // Node creates a subdirectory per version; the variable names its parent.
  return { ...process.env, NODE_COMPILE_CACHE: path.dirname(directory) };
}
