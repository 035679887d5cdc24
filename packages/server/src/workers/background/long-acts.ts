// Performs acts that take long, such as a run over all providers, so that other acts do not wait for them.

import type { ActServices } from '@rf-indicators/core/acts/services';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { openServedStore } from '@rf-indicators/core/store/open';
import { threadClock } from '../../clock/shared-clock.ts';
import { actServices } from '../../console/act-services.ts';
import type { ActRequest, ConsoleProblem, Performed } from '../../console/messages.ts';
import { asProblem, performRequest } from '../../console/perform.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { BackgroundSettings } from './messages.ts';

export interface LongActs {
  perform(request: ActRequest): Promise<Performed | ConsoleProblem>;
  /** Waits for work that continues after the answer. */
  stop(): Promise<void>;
}

/** `first` is given the work that continues after the answer. */
export async function longActs(
  { acts, clock: memory }: BackgroundSettings,
  first: (work: Promise<void>) => Promise<void>,
): Promise<LongActs> {
  const store = await openServedStore(acts, STORE_CONNECTIONS.background);
  const clock = threadClock(memory);
  const unfinished = new Set<Promise<void>>();
  const services: ActServices = {
    ...actServices(acts, { store, clock, newId: () => uuidV7(clock()) }),
    isServed: true,
    inBackground: (work) => {
      unfinished.add(work);
      void first(work).finally(() => unfinished.delete(work));
    },
  };
  return {
    perform: (request) => performRequest(services, request).catch(asProblem),
    async stop() {
      await Promise.all(unfinished);
      await store.close();
    },
  };
}
