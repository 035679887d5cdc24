// Commands share the database with the server that serves it. Each change they make raises a counter; the
// server asks for it twice a second, or at once where the database tells of changes, and looks again at what it
// holds when the counter has moved.

import { changeCount } from './change-counter.ts';
import type { Store } from './store.ts';

export interface WatchOptions {
  intervalMs?: number;
  /** The count that the caller's own picture rests on; without it, the first look sets it. */
  since?: number;
  /** The store could not be asked, or `onChange` failed; the next round tries again. */
  onError?: (error: unknown) => void;
  /** The store was asked, and what it answered was dealt with. */
  onLook?: () => void;
}

/** Gives the way to stop it, which waits for a look that is under way. */
export function watchChanges(
  { db, onChange: listen }: Pick<Store, 'db' | 'onChange'>,
  onChange: (count: number) => unknown,
  { intervalMs = 500, since, onError = () => undefined, onLook = () => undefined }: WatchOptions = {},
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
      onLook();
    } catch (error) {
      if (!stopped) onError(error);
    }
    isLooking = false;
    if (stopped) return;
    timer = setTimeout(next, toldMeanwhile ? 0 : intervalMs);
    toldMeanwhile = false;
    // Watching alone keeps no process alive.
    timer.unref();
  };
  let underWay = Promise.resolve();
  let isLooking = false;
  let toldMeanwhile = false;
  const next = () => {
    isLooking = true;
    underWay = look();
  };
  const stopListening = listen?.(() => {
    toldMeanwhile = isLooking;
    if (isLooking || stopped) return;
    clearTimeout(timer);
    next();
  });
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await stopListening?.();
    await underWay;
  };
}
