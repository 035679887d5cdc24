// The identity thread: sign-in of people, with a connection to the store.

import type { MessagePort } from 'node:worker_threads';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openServedStore } from '@rf-indicators/core/store/open';
import { threadClock } from '../../clock/shared-clock.ts';
import type { IdentityRequest } from '../../identity/exchange.ts';
import { createIdentity, type Identity } from '../../identity/handler.ts';
import { serveRequests } from '../rpc/requests.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { IdentityThreadSettings } from './messages.ts';

export async function run(port: MessagePort, settings: IdentityThreadSettings): Promise<void> {
  const { location, masterKey } = settings;
  const store = await openServedStore(location, STORE_CONNECTIONS.identity);
  const clock = threadClock(settings.clock);
  const context: Context = { store, clock, newId: () => uuidV7(clock()) };
  let identity: Identity | null = null;
  const stopping = serveRequests(port, {
    handle: async (request: IdentityRequest) => {
      // Read here, so that a missing key fails requests and not the thread.
      identity ??= createIdentity(context, readMasterKey(location.dataDir, masterKey), settings.identity);
      return identity.handle(request);
    },
  });
  stopping.then(async () => {
    await store.close();
    port.close();
  });
}
