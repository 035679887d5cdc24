// Client of the console thread, for the serving thread: sign-in, who sends a request, and acts that do not take long.

import type {
  ActRequest,
  ConsoleProblem,
  CsvPage,
  CsvRequest,
  Identification,
  Identified,
  News,
  NewsRequest,
  OpenedDocument,
  Performed,
  PresenceRequest,
  ReaderRequest,
  SessionReader,
} from '../../console/messages.ts';
import type { IdentityRequest, IdentityResponse } from '../../identity/messages.ts';
import { lazyThread } from '../rpc/lazy-thread.ts';
import type { Isolation, ThreadOptions } from '../rpc/thread.ts';
import type { ConsoleThreadSettings } from './messages.ts';

const MAX_PENDING = 400;
/**
 * Anybody can send requests to sign in. They leave room for people who have signed in. What takes long, hashing, has a bound of its
 * own; there must be room for many more requests, or those that are about to be refused would keep others out.
 */
const MAX_PENDING_IDENTITY = 200;

/** Programs ask for calendars all at once, each full hour. They can wait for people. */
const MAX_PENDING_CALENDARS = 20;

export interface ConsoleThread {
  /** Handles a request under /api/auth. */
  identity(request: IdentityRequest): Promise<IdentityResponse>;
  identify(request: Identification): Promise<Identified | ConsoleProblem>;
  perform(request: ActRequest): Promise<Performed | ConsoleProblem>;
  findReader(request: ReaderRequest): Promise<SessionReader | null | ConsoleProblem>;
  openDocument(request: Identified & { sha256: string }): Promise<OpenedDocument | ConsoleProblem>;
  csvPage(request: CsvRequest): Promise<CsvPage | ConsoleProblem>;
  /** Null if there is no calendar at the address. */
  readCalendar(token: string): Promise<string | null>;
  readNews(request: NewsRequest): Promise<News>;
  notePresence(request: PresenceRequest): Promise<void>;
  readonly waiting: number;
  stop(): Promise<void>;
}

export function consoleThread(
  settings: ConsoleThreadSettings,
  events: Pick<ThreadOptions, 'onError' | 'onFault'>,
  isolation?: Isolation,
): ConsoleThread {
  const file = new URL('./worker.ts', import.meta.url);
  const thread = lazyThread({ file, settings, isolation, maxPending: MAX_PENDING, ...events });
  return {
    identity: (request) => thread.call('identity', request, { maxPending: MAX_PENDING_IDENTITY }),
    identify: (request) => thread.call('identify', request),
    perform: (request) => thread.call('perform', request),
    findReader: (request) => thread.call('reader', request),
    openDocument: (request) => thread.call('document', request),
    csvPage: (request) => thread.call('csv', request),
    readCalendar: (token) => thread.call('calendar', token, { maxPending: MAX_PENDING_CALENDARS }),
    readNews: (request) => thread.call('news', request),
    notePresence: (request) => thread.call('presence', request),
    get waiting() {
      return thread.waiting;
    },
    stop: () => thread.stop(),
  };
}
