// Starts and stops the threads beside the serving one, and keeps the state of the serving thread up to date with what
// they report.

import { isLasting, type StoreFault, storeFaultOf } from '@rf-indicators/core/store/store-fault';
import { NO_RECEIVERS } from '@rf-indicators/core/webhooks/allowed-receivers';
import type { ServiceState } from '../api/service-state.ts';
import type { ClockMemory } from '../clock/shared-clock.ts';
import type { ActSettings } from '../console/act-services.ts';
import type { Credentials } from '../http/credentials.ts';
import type { Site } from '../rendering/pages/site.ts';
import type { Published } from '../rendering/published.ts';
import { type BackgroundThread, backgroundThread } from '../workers/background/thread.ts';
import type { SelfCheck } from '../workers/bookkeeping/messages.ts';
import { type Bookkeeper, type Books, startBookkeeper } from '../workers/bookkeeping/thread.ts';
import { type CardThread, cardThread } from '../workers/cards/thread.ts';
import { type ConsoleThread, consoleThread } from '../workers/console/thread.ts';
import { type DecisionThread, decisionThread } from '../workers/decisions/thread.ts';
import type { FromReader } from '../workers/reading/messages.ts';
import { type Reader, startReader } from '../workers/reading/thread.ts';
import type { Isolation } from '../workers/rpc/thread.ts';
import { type WebhookThread, webhookThread } from '../workers/webhooks/thread.ts';
import type { Config } from './config.ts';
import type { FaultKeeper } from './faults.ts';
import type { Log } from './log.ts';
import type { NodeView } from './node-view.ts';

const SERVER_ADVICE = 'Correct the settings, or propose the change with rf servers set.';

export interface Threads {
  reader: Reader;
  bookkeeper: Bookkeeper;
  console: ConsoleThread;
  background: BackgroundThread;
  webhooks: WebhookThread;
  cards: CardThread;
  decisions: DecisionThread;
}

export interface ThreadsOptions {
  demo: boolean;
  site: Site;
  clock: () => number;
  clockMemory: ClockMemory;
  log: Log;
  faults: FaultKeeper;
  nodes: NodeView;
  /** What is counted here and saved by the bookkeeping thread. */
  books: Books;
  /** What the reading thread keeps up to date. */
  published: Published;
  credentials: Credentials;
  state: ServiceState;
  /** Whether workers run in threads of their own, as they do outside tests. */
  isolation: Isolation | undefined;
  /** Ends a start that still waits for the database. */
  signal: AbortSignal | undefined;
}

/** The process was asked to stop before it served anything. */
export class StoppedWhileStarting extends Error {
  override readonly name = 'StoppedWhileStarting';
}

/** Resolves when published indicators can be served. */
export async function startThreads(config: Config, options: ThreadsOptions): Promise<Threads> {
  const { demo, site, clock, clockMemory, log, faults, nodes, books, isolation, signal } = options;
  const { node, masterKey, mail } = config;
  const { disclosure } = site;
  const location = { dataDir: config.dataDir, databaseUrl: config.databaseUrl, masterKey };
  const logError = (error: unknown) => log.error(error);
  const ready = Promise.withResolvers<void>();
  // It may be rejected before it is awaited.
  ready.promise.catch(() => undefined);
  signal?.addEventListener('abort', () => ready.reject(new StoppedWhileStarting()));
  const whenReady = (act: () => void) => ready.promise.then(act, () => undefined);

  const reader = startReader(
    {
      ...{ location, clock: clockMemory, site },
      verifierKey: config.verifierKey,
      witnesses: config.witnesses,
      staleDays: config.policy.staleDays,
    },
    (message) => applyMessage(message, options, ready.resolve),
    {
      // The thread ended, and is started again.
      onError: (error) => {
        logError(error);
        const fault = storeFaultOf(error);
        faults.beginStoreFault('store_reads', fault);
        // A database that does not respond may do so soon.
        if (isLasting(fault)) ready.reject(error);
      },
      // Other faults are found, and found to have ended, by the poll of the reading thread.
      onFault: (fault) => fault === 'damaged' && faults.foundDamage(),
    },
    isolation,
  );
  const webhooks = webhookThread(
    {
      ...{ location, clock: clockMemory, node, masterKey, disclosure, mail },
      site: { siteName: site.name, baseUrl: config.baseUrl },
      ...{ policy: config.policy, pagerDuty: config.pagerDuty },
      allowLoopback: config.webhookLoopback ?? demo,
      allowed: config.webhookAllow ?? NO_RECEIVERS,
      tracing: config.tracing && { ...config.tracing, node },
    },
    logError,
    isolation,
  );
  // The thread also mails notices. It waits for the start, which has enough to do.
  if (mail !== null) whenReady(webhooks.start);
  const bookkeeping = startBookkeeper(
    { location, clock: clockMemory, node, masterKey, servers: config.servers },
    books,
    clock,
    {
      onError: (error) => {
        logError(error);
        const fault = storeFaultOf(error);
        if (fault !== null) faults.beginStoreFault('store_writes', fault);
      },
      onFault: (fault) => faults.beginStoreFault('store_writes', fault),
      onChecked: (found) => noteChecked(found, faults, logError),
      onEndpoint: () => whenReady(webhooks.start),
      signal,
      onNodes: (found, isNameTaken) => nodes.setNodes(found, isNameTaken),
      onLeading: (leading) => nodes.setLeading(leading),
      onInfo: (message) => log.info(message),
      onServers: (problems) => {
        for (const problem of problems) log.error(`${problem} ${SERVER_ADVICE}`);
        if (problems.length === 0)
          log.info('The mail server and the OIDC provider of the settings are the confirmed ones.');
      },
    },
    isolation,
  );
  // It may be rejected before it is awaited, too.
  bookkeeping.catch(() => undefined);
  const bookkeeper = await ready.promise
    .then(() => bookkeeping)
    .catch(async (error) => {
      await reader.stop();
      await bookkeeping.then((started) => started.stop()).catch(() => undefined);
      throw signal?.aborted ? new StoppedWhileStarting() : error;
    });

  const events = {
    onError: logError,
    onFault: (fault: StoreFault) => {
      if (fault === 'damaged') faults.foundDamage();
    },
  };
  const acts = actSettings(config, demo);
  const { baseUrl, sessionLimits, oidc, dailyRun } = config;
  const identity = { baseUrl, siteName: site.name, limits: sessionLimits, oidc, mail };
  const story = demo && { until: config.demoUntil };
  return {
    reader,
    bookkeeper,
    webhooks,
    cards: cardThread({ onError: logError, isolation }),
    decisions: decisionThread(
      { location, clock: clockMemory, policy: config.policy, decisionsMib: config.decisionsMib },
      events,
      isolation,
    ),
    console: consoleThread({ clock: clockMemory, acts, identity }, events, isolation),
    background: backgroundThread({ clock: clockMemory, acts, dailyRun, demo: story }, events, isolation),
  };
}

function applyMessage(
  message: FromReader,
  { published, credentials, state, faults, log }: ThreadsOptions,
  onReady: () => void,
) {
  switch (message.kind) {
    case 'swap':
      return published.swap(message.documents);
    case 'update':
      return published.update(message.documents);
    case 'scores':
      for (const [url, body, source] of message.scores)
        published.keep(url, body, 'keyed', { isOfPublication: true, source });
      return;
    case 'access':
      return credentials.apply(message.changes);
    case 'dataStatus':
      Object.assign(state, message.status);
      return;
    case 'error':
      faults.beginStoreFault('store_reads', message.fault);
      return log.error(message.error);
    case 'recovered':
      return faults.end('store_reads');
    case 'ready':
      state.isReady = true;
      // The reading thread has started again, and read everything.
      faults.end('store_reads');
      return onReady();
  }
}

function noteChecked(
  { writes, masterKey }: SelfCheck,
  faults: FaultKeeper,
  logError: (error: unknown) => void,
): void {
  if (writes === null) faults.end('store_writes');
  else {
    faults.beginStoreFault('store_writes', writes.fault);
    logError(writes.error);
  }
  if (masterKey === null) faults.end('master_key');
  else
    faults.begin(
      'master_key',
      masterKey.message,
      `provide the right key (${masterKey.detail.replace(/\.$/, '')})`,
    );
}

/** Beside a demo, webhooks may go to this machine. */
function actSettings(config: Config, demo: boolean): ActSettings {
  const {
    dataDir,
    masterKey,
    verifierKey,
    policy,
    checkpointFile,
    webhookLoopback,
    webhookAllow,
    baseUrl,
    mail,
    oidc,
  } = config;
  const { databaseUrl, witnesses, witnessQuorum } = config;
  return {
    ...{ dataDir, databaseUrl, masterKey, verifierKey, policy, checkpointFile, baseUrl, mail, oidc },
    ...{ witnesses, witnessQuorum },
    siteName: config.branding.name,
    webhookLoopback: webhookLoopback ?? demo,
    webhookAllow,
  };
}
