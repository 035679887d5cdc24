// Starts and stops the service: the worker threads, the state of the serving thread, and the application.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract';
import { ACTS, type Act } from '@rf-indicators/contract/acts';
import { readWitnesses } from '@rf-indicators/core/desk/log/witnesses';
import { type StoreFault, storeFaultOf } from '@rf-indicators/core/store/store-fault';
import { CallBook } from '../agent/call-book.ts';
import { submitScoreRequest } from '../api/public/score-request.ts';
import type { ServiceState } from '../api/service-state.ts';
import { currentStatus } from '../api/v1/status.ts';
import { ClockWatch } from '../clock/clock-watch.ts';
import { readSavedClock } from '../clock/saved-clock.ts';
import { servingClock } from '../clock/serving-clock.ts';
import { type ClockMemory, STEADY_MS } from '../clock/shared-clock.ts';
import type { ActSettings } from '../console/act-services.ts';
import { LiveStreams } from '../console/live/streams.ts';
import { demoDisclosure } from '../demo/disclosure.ts';
import { Connections } from '../http/connections.ts';
import { Credentials } from '../http/credentials.ts';
import { FailureBook } from '../http/failure-book.ts';
import { KeyLookup } from '../http/key-lookup.ts';
import { parseTrustProxy } from '../http/limits/client-address.ts';
import { createLimits } from '../http/limits/limits.ts';
import { Metrics } from '../http/metrics.ts';
import { createServer } from '../http/node-http.ts';
import { connectionsThatFit } from '../http/open-files.ts';
import { StoreUnavailable } from '../http/overloaded.ts';
import type { RequestLog } from '../http/request-log.ts';
import { SharedReads } from '../http/shared-reads.ts';
import { UsageBook } from '../http/usage-book.ts';
import type { Site } from '../rendering/pages/site.ts';
import { Published } from '../rendering/published.ts';
import type { SelfCheck } from '../workers/bookkeeping/messages.ts';
import { startBookkeeper } from '../workers/bookkeeping/thread.ts';
import { consoleThreads } from '../workers/console/thread.ts';
import { identityThread } from '../workers/identity/thread.ts';
import type { FromReader } from '../workers/reading/messages.ts';
import { startReader } from '../workers/reading/thread.ts';
import { releaseStartupMemory } from '../workers/rpc/startup-memory.ts';
import type { Isolation } from '../workers/rpc/thread.ts';
import { webhookThread } from '../workers/webhooks/thread.ts';
import { buildApp, frontOf } from './app.ts';
import type { Config } from './config.ts';
import { addDataGauges } from './data-gauges.ts';
import type { AppDependencies } from './dependencies.ts';
import { FaultKeeper } from './faults.ts';
import {
  addGauges,
  addNodeGauges,
  addSharedLimitGauges,
  addWebhookGauges,
  metricsListener,
} from './gauges.ts';
import type { Log } from './log.ts';
import { NodeView } from './node-view.ts';
import { servingState } from './serving-state.ts';
import { sharedLimits } from './shared-limits.ts';
import { staffListener } from './staff-listener.ts';
import { startServiceTracing } from './tracing.ts';

const SWEEP_MS = 1000;
/** How long the start waits for Redis, where a new one first settles. */
const SHARING_MS = 4000;
/** How long requests in progress may take when the process stops. */
const STOP_MS = 8000;
/** How long a process that stops serves on: requests may be on their way, on connections that clients keep. */
const DRAIN_MS = 500;
/** How often idle connections are closed while the process stops. */
const CLOSE_IDLE_MS = 50;

export interface Service {
  /** Whether damage of the store was found. Nothing more may be published then. */
  isDamaged(): boolean;
  /** The nodes that share the store. */
  nodes: NodeView;
  /** The time of this process, for threads that are started beside it. */
  clock: ClockMemory;
  listen(): Promise<void>;
  /** Another node takes the lease only when the scheduled work of this one has ended. */
  stop(scheduledWork?: Promise<void>): Promise<void>;
}

export interface ServiceOptions {
  demo: boolean;
  log: Log;
  /** Whether workers run in threads of their own, as they do outside tests. */
  isolation?: Isolation;
  /** Ends a start that still waits for the database. */
  signal?: AbortSignal;
  /** How long the clock must run steadily after a jump; tests wait less. */
  steadyMs?: number;
}

/** The process was asked to stop before it served anything. */
export class StoppedWhileStarting extends Error {
  override readonly name = 'StoppedWhileStarting';
}

/** Resolves when published indicators can be served. */
export async function startService(
  config: Config,
  { demo, log, isolation, signal, steadyMs = STEADY_MS }: ServiceOptions,
): Promise<Service> {
  const { baseUrl, memoryBytes, node } = config;
  const location = { dataDir: config.dataDir, databaseUrl: config.databaseUrl };
  const witnesses = await readWitnesses(config.witnesses);
  const disclosure = demo ? demoDisclosure() : LIMITATIONS_DISCLOSURE;
  const site: Site = { ...config.branding, baseUrl, disclosure };
  const watch = new ClockWatch(readSavedClock(config.dataDir), steadyMs);
  const { clock, look } = servingClock(watch);
  const clockMemory = watch.shared.memory;
  const published = new Published(memoryBytes);
  const usage = new UsageBook();
  const calls = new CallBook();
  const failures = new FailureBook(clock);
  const credentials = new Credentials(usage, failures);
  const requestLog: RequestLog | null =
    config.log === 'requests' ? { facts: new WeakMap(), write: (entry) => log.request(entry) } : null;
  const facts = requestLog?.facts ?? (config.tracing === null ? null : new WeakMap());
  const metrics = new Metrics(facts);
  const faults = new FaultKeeper(log);
  const nodes = new NodeView(node, log);
  const shared = await sharedLimits(config, { clock, nodes: () => nodes.count, faults, log });
  const limits = shared ?? createLimits(config.addressLimits);
  const logError = (error: unknown) => log.error(error);
  const tracing = await startServiceTracing(config, facts, logError);
  const state: ServiceState = {
    freshness: {
      lastPublishedAt: null,
      lastRunAt: null,
      oldestScoreAt: null,
      providers: 0,
      staleProviders: 0,
    },
    frameworkVersion: 'none',
    cosigning: { checkpointAt: null, cosignedBy: [] },
    witnessQuorum: config.witnessQuorum,
    startedAt: Math.floor(clock()),
    faults: faults.current,
    sharesLimits: shared !== null,
    isReady: false,
    isStopping: false,
  };
  const sharing = shared?.start(SHARING_MS);
  const ready = Promise.withResolvers<void>();
  // It may be rejected before it is awaited.
  ready.promise.catch(() => undefined);
  const onMessage = (message: FromReader) => {
    switch (message.kind) {
      case 'swap':
        return published.swap(message.documents);
      case 'scores':
        for (const [url, body] of message.scores) published.keep(url, body, 'keyed');
        return;
      case 'access':
        return credentials.apply(message.changes);
      case 'dataStatus':
        Object.assign(state, message.status);
        return;
      case 'error':
        faults.beginStoreFault('store_reads', message.fault);
        return logError(message.error);
      case 'recovered':
        return faults.end('store_reads');
      case 'ready':
        state.isReady = true;
        // The reading thread has started again, and read everything.
        faults.end('store_reads');
        return ready.resolve();
    }
  };
  const reader = startReader(
    { location, clock: clockMemory, site, verifierKey: config.verifierKey },
    onMessage,
    {
      // The thread ended, and is started again.
      onError: (error) => {
        logError(error);
        const fault = storeFaultOf(error);
        faults.beginStoreFault('store_reads', fault);
        // A database that does not respond may do so soon; damage is not repaired by waiting.
        if (fault === 'damaged') ready.reject(error);
      },
      // Other faults are found, and found to have ended, by the poll of the reading thread.
      onFault: (fault) => fault === 'damaged' && faults.foundDamage(),
    },
    isolation,
  );
  const onChecked = ({ writes, masterKey }: SelfCheck) => {
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
  };
  const keyLookup = new KeyLookup((keyHash) => reader.key(keyHash), credentials, { clock, logError });
  const webhooks = webhookThread(
    {
      ...{ location, clock: clockMemory, node, masterKey: config.masterKey, disclosure, mail: config.mail },
      allowLoopback: config.webhookLoopback ?? demo,
      tracing: config.tracing && { ...config.tracing, node },
    },
    logError,
    isolation,
  );
  // The thread also mails notices. It waits for the start, which has enough to do.
  if (config.mail !== null) ready.promise.then(webhooks.start, () => undefined);
  const bookkeeping = startBookkeeper(
    { location, clock: clockMemory, node, masterKey: config.masterKey },
    { usage, limits: limits.book, calls, failures },
    clock,
    {
      onError: (error) => {
        logError(error);
        const fault = storeFaultOf(error);
        if (fault !== null) faults.beginStoreFault('store_writes', fault);
      },
      onFault: (fault) => faults.beginStoreFault('store_writes', fault),
      onChecked,
      onEndpoint: () => ready.promise.then(webhooks.start, () => undefined),
      signal,
      onNodes: (found, isNameTaken) => nodes.setNodes(found, isNameTaken),
      onLeading: (leading) => nodes.setLeading(leading),
      onInfo: (message) => log.info(message),
    },
    isolation,
  );
  // It may be rejected before it is awaited, too.
  bookkeeping.catch(() => undefined);
  signal?.addEventListener('abort', () => ready.reject(new StoppedWhileStarting()));
  const bookkeeper = await ready.promise
    .then(() => bookkeeping)
    .catch(async (error) => {
      await reader.stop();
      await bookkeeping.then((started) => started.stop()).catch(() => undefined);
      await shared?.stop();
      throw signal?.aborted ? new StoppedWhileStarting() : error;
    });
  await sharing;

  const onThreadFault = {
    onError: logError,
    onFault: (fault: StoreFault) => {
      if (fault === 'damaged') faults.foundDamage();
    },
  };
  const identity = identityThread(
    {
      location,
      clock: clockMemory,
      masterKey: config.masterKey,
      identity: {
        baseUrl,
        siteName: site.name,
        limits: config.sessionLimits,
        oidc: config.oidc,
        mail: config.mail,
      },
    },
    onThreadFault,
    isolation,
  );
  const acts = consoleThreads(
    {
      location,
      clock: clockMemory,
      acts: actSettings(config, demo),
      sessionLimits: config.sessionLimits,
    },
    onThreadFault,
    isolation,
  );
  const liveStreams = new LiveStreams({ clock, readNews: (request) => acts.readNews(request) });
  const staff = staffListener(config);
  const trustedProxies = parseTrustProxy(config.trustProxy);
  const { connectionLimits } = config;
  const connections = new Connections(
    { ...connectionLimits, inAll: connectionsThatFit(connectionLimits.inAll) },
    trustedProxies,
  );
  const dependencies: AppDependencies = {
    baseUrl,
    disclosure,
    site,
    clock,
    startedAt: state.startedAt,
    witnesses: witnesses.map(({ key }) => key),
    admissionControl: { clock, credentials, keyLookup, limits, usage, trustedProxies },
    limits,
    usage,
    calls,
    published,
    sharedReads: new SharedReads(published),
    reader,
    readUsage: (query) => reader.usage(query),
    readEvents: (query) => reader.events(query),
    readScoreRequest: (id) => reader.scoreRequest(id),
    saveUsage: () => bookkeeper.save(),
    receiveScoreRequest: async (body, key) => {
      // A damaged store may accept a request and lose it later.
      if (faults.isDamaged) throw new StoreUnavailable('the store is damaged');
      return bookkeeper.receiveScoreRequest(body, key);
    },
    uptime: () => bookkeeper.uptime(),
    serviceState: () => state,
    status: () => currentStatus(dependencies),
    submitScoreRequest: (request, body, key) => submitScoreRequest(dependencies, request, body, key),
    identity: (request) => identity.handle(request),
    identify: (request) => acts.identify(request),
    performAct: (request) => {
      const { needsServingState }: Act = ACTS[request.act];
      return acts.perform(needsServingState === true ? { ...request, serving: serving() } : request);
    },
    findReader: (request) => acts.findReader(request),
    openDocument: (request) => acts.openDocument(request),
    csvPage: (request) => acts.csvPage(request),
    liveStreams,
    notePresence: (request) => acts.notePresence(request),
    isDamaged: () => faults.isDamaged,
    staffUrl: ({ raw }) => staff.urlFor(raw.socket),
    metrics,
    connections,
    requestLog,
    tracing: tracing?.requests ?? null,
    showsMetricsToLoopback: config.metrics === 'loopback',
    logError: (error, requestId) => log.error(error, { request_id: requestId }),
  };
  const serving = () =>
    servingState({
      ...{
        state,
        connections,
        loop,
        reader,
        bookkeeper,
        webhooks,
        status: currentStatus(dependencies).status,
      },
      acts,
    });
  tracing?.traceCalls(dependencies);
  const app = buildApp(dependencies);
  const sweeping = setInterval(() => {
    // Windows keep their age when the clock follows a wall clock that was set.
    const moved = look();
    if (moved !== 0) limits.shift(moved);
    faults.setClock(watch.shared);
    limits.sweep(clock());
  }, SWEEP_MS);
  const loop = monitorEventLoopDelay();
  loop.enable();
  addGauges(metrics, { connections, published, reader, bookkeeper, credentials, limits, loop, state });
  addNodeGauges(metrics, nodes);
  addDataGauges(metrics, { state, clock, dataDir: config.dataDir });
  addWebhookGauges(metrics, webhooks);
  if (shared !== null) addSharedLimitGauges(metrics, shared);
  const metricsServer = typeof config.metrics === 'object' ? createServer(metricsListener(metrics)) : null;
  return {
    isDamaged: () => faults.isDamaged,
    nodes,
    clock: clockMemory,
    async listen() {
      // A thread that tests share has loaded more than the service, and is not about to wait.
      if (isolation !== 'none') releaseStartupMemory();
      await app.listen({ host: config.host, port: config.port });
      await staff.listen(frontOf(dependencies), (request, response) => app.routing(request, response));
      if (typeof config.metrics === 'object') metricsServer!.listen(config.metrics);
    },
    async stop(scheduledWork) {
      state.isStopping = true;
      liveStreams.stop();
      const webhooksStopped = webhooks.stop();
      // Requests that are still in progress after this time are aborted.
      const late = setTimeout(() => {
        app.server.closeAllConnections();
        staff.closeAllConnections();
      }, STOP_MS);
      // Each response says that it is the last one of its connection.
      if (isolation !== 'none' && connections.counts.open > 0) await wait(DRAIN_MS);
      const idle = setInterval(() => {
        app.server.closeIdleConnections();
        staff.closeIdleConnections();
      }, CLOSE_IDLE_MS);
      await Promise.all([staff.stop(), app.close()]);
      clearInterval(idle);
      clearTimeout(late);
      metricsServer?.close();
      clearInterval(sweeping);
      loop.disable();
      await Promise.all([shared?.stop(), scheduledWork]);
      await Promise.all([webhooksStopped, identity.stop(), acts.stop(), bookkeeper.stop(), reader.stop()]);
      await tracing?.stop();
    },
  };
}

/** Beside a demo, webhooks may go to this machine. */
function actSettings(config: Config, demo: boolean): ActSettings {
  const { dataDir, masterKey, verifierKey, policy, checkpointFile, webhookLoopback, baseUrl, mail } = config;
  const { databaseUrl, witnesses, witnessQuorum } = config;
  return {
    ...{ dataDir, databaseUrl, masterKey, verifierKey, policy, checkpointFile, baseUrl, mail },
    ...{ witnesses, witnessQuorum },
    siteName: config.branding.name,
    webhookLoopback: webhookLoopback ?? demo,
  };
}
