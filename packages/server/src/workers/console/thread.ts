// Client of the threads that perform acts, for the serving thread. Acts that take long, such as a run over all
// providers, have a thread of their own, so that others do not wait for them.

import { ACTS, type Act } from '@rf-indicators/contract/acts';
import type {
  ActRequest,
  ConsoleProblem,
  CsvPage,
  CsvRequest,
  Identification,
  Identified,
  OpenedDocument,
  Performed,
} from '../../console/exchange.ts';
import type { News, NewsRequest, PresenceRequest } from '../../console/live/exchange.ts';
import type { ReaderRequest, SessionReader } from '../../console/reading/exchange.ts';
import { lazyThread } from '../rpc/lazy-thread.ts';
import type { Isolation, ThreadOptions } from '../rpc/thread.ts';
import type { VerificationSettings } from '../verification/messages.ts';
import type { ConsoleThreadSettings } from './messages.ts';

const MAX_PENDING = 100;
/** They run one after another: who waits behind several of them is better told to come back. */
const MAX_PENDING_LONG = 4;

export interface ConsoleThreads {
  identify(request: Identification): Promise<Identified | ConsoleProblem>;
  perform(request: ActRequest): Promise<Performed | ConsoleProblem>;
  findReader(request: ReaderRequest): Promise<SessionReader | null | ConsoleProblem>;
  openDocument(request: Identified & { sha256: string }): Promise<OpenedDocument | ConsoleProblem>;
  csvPage(request: CsvRequest): Promise<CsvPage | ConsoleProblem>;
  readNews(request: NewsRequest): Promise<News>;
  notePresence(request: PresenceRequest): Promise<void>;
  /** How many requests wait for each thread. */
  waiting(): Record<string, number>;
  stop(): Promise<void>;
}

export function consoleThreads(
  settings: Omit<ConsoleThreadSettings, 'connections'>,
  events: Pick<ThreadOptions, 'onError' | 'onFault'>,
  isolation?: Isolation,
): ConsoleThreads {
  const options = (connections: ConsoleThreadSettings['connections']) => ({
    ...{ file: new URL('./worker.ts', import.meta.url), isolation, ...events },
    settings: { ...settings, connections } satisfies ConsoleThreadSettings,
  });
  const short = lazyThread({ ...options('console'), maxPending: MAX_PENDING });
  const long = lazyThread({ ...options('longActs'), maxPending: MAX_PENDING_LONG, priority: 'background' });
  const { location, clock, acts } = settings;
  const { verifierKey, checkpointFile, witnesses } = acts;
  const verifier = lazyThread({
    ...{ isolation, ...events, maxPending: 1, priority: 'background' },
    file: new URL('../verification/worker.ts', import.meta.url),
    settings: { location, clock, verifierKey, checkpointFile, witnesses } satisfies VerificationSettings,
  });
  /** Goes on after the answer. Its result is in the store. */
  const verify = (performed: Performed | ConsoleProblem) => {
    if ('problem' in performed) return;
    const { id } = JSON.parse(performed.text) as { id: string };
    verifier.call('verify', id).catch(events.onError);
  };
  return {
    identify: (request) => short.call('identify', request),
    perform: async (request) => {
      const { takesLong, startsVerification }: Act = ACTS[request.act];
      const performed = await (takesLong === true ? long : short).call<Performed | ConsoleProblem>(
        'perform',
        request,
      );
      if (startsVerification === true) verify(performed);
      return performed;
    },
    waiting: () => ({
      console: short.waiting,
      'console, long acts': long.waiting,
      verification: verifier.waiting,
    }),
    findReader: (request) => short.call('reader', request),
    openDocument: (request) => short.call('document', request),
    csvPage: (request) => short.call('csv', request),
    readNews: (request) => short.call('news', request),
    notePresence: (request) => short.call('presence', request),
    stop: async () => {
      await Promise.all([short.stop(), long.stop(), verifier.stop()]);
    },
  };
}
