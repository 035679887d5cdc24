// Client of the background thread, for the serving thread: scheduled work, acts that take long, and verifications. The
// thread starts when there is work. It ends with a round of scheduled work, so that it uses no memory while idle, or ten
// minutes after the last act.

import type { ActRequest, ConsoleProblem, Performed } from '../../console/messages.ts';
import { Overloaded } from '../../http/overloaded.ts';
import { lazyThread } from '../rpc/lazy-thread.ts';
import type { Isolation, ThreadOptions } from '../rpc/thread.ts';
import type { DailyCheck } from './daily-check.ts';
import type { BackgroundSettings, Round, Turn } from './messages.ts';

/** They run one after another: who waits behind several of them is better told to come back. */
const MAX_PENDING_ACTS = 4;
/**
 * Other programs can keep a thread of low priority from its stop for very long. What it was doing is done again after the
 * next start; the lease and the row of this node would otherwise be left behind.
 */
const STOP_MS = 2000;

export interface BackgroundThread {
  /** Does what is due now. */
  work(turn: Turn): Promise<Round>;
  /** Performs an act that takes long. */
  perform(request: ActRequest): Promise<Performed | ConsoleProblem>;
  /** Verifies the whole store. The progress and the result are in the store. */
  verify(id: string): Promise<void>;
  /** The daily self-check. */
  checkDaily(): Promise<DailyCheck>;
  readonly waiting: number;
  stop(): Promise<void>;
}

export function backgroundThread(
  settings: BackgroundSettings,
  events: Pick<ThreadOptions, 'onError' | 'onFault'>,
  isolation?: Isolation,
): BackgroundThread {
  const thread = lazyThread({
    ...{ file: new URL('./worker.ts', import.meta.url), settings, isolation, ...events },
    ...{ maxPending: Number.POSITIVE_INFINITY, priority: 'background', stopMs: STOP_MS },
  });
  let acts = 0;
  return {
    work: (turn) => thread.call('work', turn, { idleMs: 0 }),
    async perform(request) {
      if (acts >= MAX_PENDING_ACTS) throw new Overloaded(`${acts} acts are waiting for the thread`);
      acts += 1;
      try {
        return await thread.call('perform', request);
      } finally {
        acts -= 1;
      }
    },
    verify: (id) => thread.call('verify', id),
    checkDaily: () => thread.call('checkDaily', null, { idleMs: 0 }),
    get waiting() {
      return thread.waiting;
    },
    stop: () => thread.stop(),
  };
}
