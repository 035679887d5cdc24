// The background thread: everything that nobody waits for, or that takes long. Each kind of work has a connection to the
// store of its own, and its code is loaded with the first use: a round of scheduled work, once a minute, needs little of it.

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { ActRequest } from '../../console/messages.ts';
import { serveRequests } from '../rpc/requests.ts';
import type { LongActs } from './long-acts.ts';
import type { BackgroundSettings, Turn } from './messages.ts';
import { scheduledWork } from './scheduled-work.ts';

/** A verification pauses for other work, but not so long that its snapshot is closed or that it counts as interrupted. */
const LONGEST_PAUSE_MS = 1000;
const PAUSE_MS = 20;

export async function run(port: MessagePort, settings: BackgroundSettings): Promise<void> {
  const scheduled = scheduledWork(settings);
  let acts: Promise<LongActs> | null = null;
  const stopped = new AbortController();

  let urgent = 0;
  /** Verifications give way to it. */
  async function first<T>(work: Promise<T>): Promise<T> {
    urgent += 1;
    try {
      return await work;
    } finally {
      urgent -= 1;
    }
  }
  async function giveWay(): Promise<void> {
    await nextTurn();
    const until = performance.now() + LONGEST_PAUSE_MS;
    while (urgent > 0 && performance.now() < until) await wait(PAUSE_MS);
    if (stopped.signal.aborted) throw new Error('The service was stopped.');
  }

  const stopping = serveRequests(port, {
    work: (turn: Turn) => first(scheduled.work(turn)),
    perform: async (request: ActRequest) => {
      acts ??= import('./long-acts.ts').then(({ longActs }) => longActs(settings, first));
      return first((await acts).perform(request));
    },
    verify: async (id: string) => {
      const { verifyStore } = await import('./verification.ts');
      await verifyStore(id, settings, giveWay);
    },
    checkDaily: async () => {
      const { checkDaily } = await import('./daily-check.ts');
      return checkDaily(settings, giveWay);
    },
  });
  stopping.then(async () => {
    stopped.abort();
    await Promise.all([scheduled.stop(), acts?.then((started) => started.stop())]);
    port.close();
  });
}
