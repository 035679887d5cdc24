// A thread that starts with the first request, and ends when it has had nothing to do for a while. A service whose
// callers only have API keys never starts one.

import { startThread, type Thread, type ThreadOptions } from './thread.ts';

const IDLE_MS = 10 * 60 * 1000;

export interface LazyThread {
  call<T>(name: string, params: unknown): Promise<T>;
  /** Requests that wait; 0 while there is no thread. */
  readonly waiting: number;
  stop(): Promise<void>;
}

export function lazyThread(options: ThreadOptions, idleMs = IDLE_MS): LazyThread {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  const stop = async () => {
    clearTimeout(idle);
    const stopped = thread;
    thread = null;
    await stopped?.stop();
  };
  return {
    async call<T>(name: string, params: unknown): Promise<T> {
      clearTimeout(idle);
      thread ??= startThread(options);
      const used = thread;
      try {
        return await used.call<T>(name, params);
      } finally {
        clearTimeout(idle);
        if (used === thread && used.waiting === 0) idle = setTimeout(stop, idleMs).unref();
      }
    },
    get waiting() {
      return thread?.waiting ?? 0;
    },
    stop,
  };
}
