// Client of the thread that draws cards, for the serving thread. It starts with the first card, and ends when none was asked for
// during a minute. Anybody can ask for any number of cards, so their number is limited.

import { Overloaded } from '../../http/overloaded.ts';
import type { Card } from '../../rendering/cards/card.ts';
import { lazyThread } from '../rpc/lazy-thread.ts';
import type { Isolation, ThreadOptions } from '../rpc/thread.ts';

const IDLE_MS = 60_000;
/** Drawing one takes some 50 ms, so the last one waits for less than a second. */
const MAX_PENDING = 16;
/** Cards that may be drawn at once after a quiet time, and cards a second in the long run: a tenth of a core. */
export const DRAWING_RATE = { burst: 40, perSecond: 2 } as const;
const STOP_MS = 2000;

export interface CardThread {
  /** As PNG. Rejects with Overloaded if too many were asked for. */
  draw(card: Card): Promise<Uint8Array>;
  stop(): Promise<void>;
}

export interface CardThreadOptions {
  onError: ThreadOptions['onError'];
  isolation?: Isolation | undefined;
  /** Milliseconds that only go forward. */
  now?: () => number;
}

export function cardThread({
  onError,
  isolation,
  now = () => performance.now(),
}: CardThreadOptions): CardThread {
  const thread = lazyThread({
    ...{ file: new URL('./worker.ts', import.meta.url), settings: null, isolation, onError },
    ...{ maxPending: MAX_PENDING, priority: 'delivering', stopMs: STOP_MS },
  });
  let left: number = DRAWING_RATE.burst;
  let countedAt = now();
  return {
    async draw(card) {
      const gained = ((now() - countedAt) / 1000) * DRAWING_RATE.perSecond;
      left = Math.min(DRAWING_RATE.burst, left + gained);
      countedAt = now();
      // What the thread would refuse is not counted as drawn.
      if (left < 1 || thread.waiting >= MAX_PENDING) throw new Overloaded('too many cards were asked for');
      left -= 1;
      return thread.call<Uint8Array>('draw', card, { idleMs: IDLE_MS });
    },
    stop: () => thread.stop(),
  };
}
