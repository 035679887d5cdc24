// Commands share the database with the server that serves it. Each change they make raises a counter; the
// server asks for it twice a second and looks again at what it holds when the counter has moved.

import { changeCount } from './change-counter.ts';
import type { Queries } from './store.ts';

export interface WatchOptions {
  intervalMs?: number;
  /** The count that the caller's own picture rests on; without it, the first look sets it. */
  since?: number;
  /** The store could not be asked, or `onChange` failed; the next round tries again. */
  onError?: (error: unknown) => void;
}

/** Gives the way to stop it, which waits for a look that is under way. */
export function watchChanges(
  db: Queries,
  onChange: (count: number) => unknown,
  { intervalMs = 500, since, onError = () => undefined }: WatchOptions = {},
): () => Promise<void> {
  let known = since;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      const count = await changeCount(db);
      if (known !== undefined && count !== known && !stopped) await onChange(count);
      // Only now: a change whose handling failed is handled again.
      known = count;
    } catch (error) {
      if (!stopped) onError(error);
    }
    if (stopped) return;
    timer = setTimeout(next, intervalMs);
    // Watching alone keeps no process alive.
    timer.unref();
  };
  let underWay = Promise.resolve();
  const next = () => {
    underWay = look();
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await underWay;
  };
}
