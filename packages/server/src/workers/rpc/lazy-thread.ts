// A thread that starts with the first request, and ends when it has had nothing to do for a while. A service whose
// callers only have API keys never starts one.

import { startThread, type Thread, type ThreadOptions } from './thread.ts';

const IDLE_MS = 10 * 60 * 1000;

export interface CallOptions {
  /** Can lower the usual limit, so that other requests find room. */
  maxPending?: number;
  /** How long the thread is kept afterwards, if there is no other work. */
  idleMs?: number;
}

export interface LazyThread {
  call<T>(name: string, params: unknown, options?: CallOptions): Promise<T>;
  /** Requests that wait; 0 while there is no thread. */
  readonly waiting: number;
  stop(): Promise<void>;
}

export function lazyThread(options: ThreadOptions): LazyThread {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let keptUntil = 0;
  let ended: Promise<unknown> = Promise.resolve();
  const stop = async () => {
    clearTimeout(idle);
    keptUntil = 0;
    ended = Promise.all([ended, thread?.stop()]);
    thread = null;
    await ended;
  };
  return {
    async call<T>(
      name: string,
      params: unknown,
      { maxPending, idleMs = IDLE_MS }: CallOptions = {},
    ): Promise<T> {
      clearTimeout(idle);
      thread ??= startThread(options);
      const used = thread;
      try {
        return await used.call<T>(name, params, maxPending);
      } finally {
        if (used === thread) {
          keptUntil = Math.max(keptUntil, performance.now() + idleMs);
          clearTimeout(idle);
          if (used.waiting === 0) idle = setTimeout(stop, Math.max(0, keptUntil - performance.now())).unref();
        }
      }
    },
    get waiting() {
      return thread?.waiting ?? 0;
    },
    stop,
  };
}
