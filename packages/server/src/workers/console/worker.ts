// The console thread: sign-in, sessions, and acts that do not take long.

import type { MessagePort } from 'node:worker_threads';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { notePresence } from '@rf-indicators/core/desk/presence';
import {
  sessionCookieName,
  sessionSecret,
  sessionSecrets,
} from '@rf-indicators/core/identity/session-cookie';
import type { SessionSettings } from '@rf-indicators/core/identity/sessions';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { openServedStore } from '@rf-indicators/core/store/open';
import { readCalendarAt } from '@rf-indicators/core/watch/read-calendar';
import { threadClock } from '../../clock/shared-clock.ts';
import { actServices } from '../../console/act-services.ts';
import { csvPage } from '../../console/csv.ts';
import { findReader, identify } from '../../console/identify.ts';
import { readNews } from '../../console/live/read-news.ts';
import type {
  ActRequest,
  CsvRequest,
  Identification,
  Identified,
  NewsRequest,
  PresenceRequest,
  ReaderRequest,
} from '../../console/messages.ts';
import { asProblem, openDocument, performRequest } from '../../console/perform.ts';
import type { Identity } from '../../identity/handler.ts';
import type { IdentityRequest } from '../../identity/messages.ts';
import { serveRequests } from '../rpc/requests.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { ConsoleThreadSettings } from './messages.ts';

export async function run(port: MessagePort, settings: ConsoleThreadSettings): Promise<void> {
  const { acts } = settings;
  const store = await openServedStore(acts, STORE_CONNECTIONS.console);
  const clock = threadClock(settings.clock);
  const context: Context = { store, clock, newId: () => uuidV7(clock()) };
  const services: ActServices = { ...actServices(acts, context), isServed: true };
  // Keys are read with the first use, so that a missing one fails requests and not the thread.
  let masterKey: MasterKey | null = null;
  const keys = () => {
    masterKey ??= services.masterKey();
    return masterKey;
  };
  const sessions = (baseUrl: string): SessionSettings => {
    const secret = sessionSecret(keys());
    return { ...settings.identity.limits, cookieName: sessionCookieName(baseUrl), secret };
  };
  let identity: (Identity & { secrets: string }) | null = null;
  /** Loaded here: it needs better-auth, and callers with a token never sign in. */
  async function signIn(request: IdentityRequest) {
    const { createIdentity } = await import('../../identity/handler.ts');
    // Others after a change of the key file.
    const secrets = sessionSecrets(keys()).join(' ');
    if (identity?.secrets !== secrets)
      identity = { ...createIdentity(context, keys(), settings.identity), secrets };
    return identity.handle(request);
  }
  const stopping = serveRequests(port, {
    identity: signIn,
    identify: (request: Identification) => identify(context, sessions, request).catch(asProblem),
    perform: (request: ActRequest) => performRequest(services, request).catch(asProblem),
    reader: (request: ReaderRequest) => findReader(context, sessions, request).catch(asProblem),
    document: (request: Identified & { sha256: string }) => openDocument(services, request).catch(asProblem),
    csv: (request: CsvRequest) => csvPage(services, request),
    calendar: (token: string) =>
      readCalendarAt(
        {
          ...{ db: store.db, masterKey: keys(), publishing: services.policy, now: clock() },
          place: services.signInLinks(),
        },
        token,
      ),
    news: (request: NewsRequest) => readNews(context, sessions, request),
    presence: ({ staffId, ...presence }: PresenceRequest) => notePresence(context, staffId, presence),
  });
  stopping.then(async () => {
    await store.close();
    port.close();
  });
}
