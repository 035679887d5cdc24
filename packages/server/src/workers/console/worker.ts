// A thread that performs acts, with a connection to the store.

import type { MessagePort } from 'node:worker_threads';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { notePresence } from '@rf-indicators/core/desk/presence';
import { sessionCookieName, sessionSecret } from '@rf-indicators/core/identity/session-cookie';
import type { SessionSettings } from '@rf-indicators/core/identity/sessions';
import { openServedStore } from '@rf-indicators/core/store/open';
import { threadClock } from '../../clock/shared-clock.ts';
import { actServices } from '../../console/act-services.ts';
import { csvPage } from '../../console/csv.ts';
import { openDocument } from '../../console/document.ts';
import type { ActRequest, CsvRequest, Identification, Identified } from '../../console/exchange.ts';
import { identify } from '../../console/identify.ts';
import type { NewsRequest, PresenceRequest } from '../../console/live/exchange.ts';
import { readNews } from '../../console/live/read-news.ts';
import { asProblem, performRequest } from '../../console/perform.ts';
import type { ReaderRequest } from '../../console/reading/exchange.ts';
import { findReader } from '../../console/reading/find-reader.ts';
import { serveRequests } from '../rpc/requests.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { ConsoleThreadSettings } from './messages.ts';

export async function run(port: MessagePort, settings: ConsoleThreadSettings): Promise<void> {
  const { location, acts, sessionLimits, connections } = settings;
  const store = await openServedStore(location, STORE_CONNECTIONS[connections]);
  const clock = threadClock(settings.clock);
  const context: Context = { store, clock, newId: () => uuidV7(clock()) };
  const background = new Set<Promise<void>>();
  const services: ActServices = {
    ...actServices(acts, context),
    inBackground: (work) => {
      background.add(work);
      void work.finally(() => background.delete(work));
    },
  };
  let secret: string | null = null;
  const sessions = (baseUrl: string): SessionSettings => {
    // Read with the first session, so that a missing key fails requests and not the thread.
    secret ??= sessionSecret(services.masterKey());
    return { ...sessionLimits, cookieName: sessionCookieName(baseUrl), secret };
  };
  const stopping = serveRequests(port, {
    identify: (request: Identification) => identify(context, sessions, request).catch(asProblem),
    perform: (request: ActRequest) => performRequest(services, request).catch(asProblem),
    reader: (request: ReaderRequest) => findReader(context, sessions, request).catch(asProblem),
    document: (request: Identified & { sha256: string }) => openDocument(services, request).catch(asProblem),
    csv: (request: CsvRequest) => csvPage(services, request),
    news: (request: NewsRequest) => readNews(context, sessions, request),
    presence: ({ staffId, ...presence }: PresenceRequest) => notePresence(context, staffId, presence),
  });
  stopping.then(async () => {
    await Promise.all(background);
    await store.close();
    port.close();
  });
}
