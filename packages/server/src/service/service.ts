// Starts and stops the service: its parts in the order in which they need each other.

import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract';
import type { CompressionRound } from '@rf-indicators/core/desk/packages/compress-older';
import { readWitnesses } from '@rf-indicators/core/log/witnesses';
import { CallBook } from '../agent/call-book.ts';
import { submitScoreRequest } from '../api/score-requests.ts';
import type { ServiceState } from '../api/service-state.ts';
import { currentStatus } from '../api/status.ts';
import { ClockWatch, servingClock } from '../clock/clock-watch.ts';
import { readSavedClock } from '../clock/saved-clock.ts';
import { STEADY_MS } from '../clock/shared-clock.ts';
import { LiveStreams } from '../console/live/streams.ts';
import { demoDisclosure } from '../demo/disclosure.ts';
import { Connections } from '../http/connections.ts';
import { Credentials } from '../http/credentials.ts';
import { FailureBook } from '../http/failure-book.ts';
import { KeyLookup } from '../http/key-lookup.ts';
import { parseTrustProxy } from '../http/limits/client-address.ts';
import { Metrics } from '../http/metrics.ts';
import { connectionsThatFit } from '../http/open-files.ts';
import { StoreUnavailable } from '../http/overloaded.ts';
import type { RequestLog } from '../http/request-log.ts';
import { SharedReads } from '../http/shared-reads.ts';
import { UsageBook } from '../http/usage-book.ts';
import type { Site } from '../rendering/pages/site.ts';
import { Published } from '../rendering/published.ts';
import { type Schedule, startSchedule } from '../workers/background/schedule.ts';
import { releaseStartupMemory } from '../workers/rpc/startup-memory.ts';
import type { Isolation } from '../workers/rpc/thread.ts';
import { buildApp, frontOf } from './app.ts';
import type { Config } from './config.ts';
import { dailyChecks } from './daily-checks.ts';
import type { AppDependencies } from './dependencies.ts';
import { FaultKeeper } from './faults.ts';
import { addGauges, watchEventLoop } from './gauges.ts';
import { nodeLimits } from './limits.ts';
import { Listeners, StaffAddress } from './listeners.ts';
import type { Log } from './log.ts';
import { NodeView } from './node-view.ts';
import { peopleOf } from './people.ts';
import { servingState } from './serving-state.ts';
import { startThreads } from './threads.ts';
import { startServiceTracing } from './tracing.ts';

const SWEEP_MS = 1000;
/** Scheduled work waits until the first requests have been served: a process that starts has enough to do. */
const SCHEDULE_DELAY_MS = 10_000;

export interface Service {
  listen(): Promise<void>;
  /** Does the scheduled work from now on, while this node is the leader. */
  startScheduledWork(): void;
  /** Serves for `drainMs` more, with 503 at /readyz, and then ends. */
  stop(drainMs?: number): Promise<void>;
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

/** Resolves when published indicators can be served. */
export async function startService(
  config: Config,
  { demo, log, isolation, signal, steadyMs = STEADY_MS }: ServiceOptions,
): Promise<Service> {
  const { baseUrl, node, dataDir } = config;
  const witnesses = await readWitnesses(config.witnesses);
  const disclosure = demo ? demoDisclosure() : LIMITATIONS_DISCLOSURE;
  const site: Site = { ...config.branding, baseUrl, disclosure };
  const watch = new ClockWatch(readSavedClock(dataDir), steadyMs);
  const { clock, look } = servingClock(watch);
  const logError = (error: unknown) => log.error(error);
  const faults = new FaultKeeper(log);
  const nodes = new NodeView(node, log);

  const published = new Published(config.memoryBytes);
  const usage = new UsageBook();
  const calls = new CallBook();
  const failures = new FailureBook(clock);
  const credentials = new Credentials(usage, failures);

  const requestLog: RequestLog | null =
    config.log === 'requests' ? { facts: new WeakMap(), write: (entry) => log.request(entry) } : null;
  const facts = requestLog?.facts ?? (config.tracing === null ? null : new WeakMap());
  const metrics = new Metrics(facts);
  const tracing = await startServiceTracing(config, facts, logError);

  const counting = await nodeLimits(config, { nodes: () => nodes.count, faults, log });
  const { limits } = counting;
  const state = initialState(config, Math.floor(clock()), faults, counting.shared !== null);
  const threads = await startThreads(config, {
    ...{ demo, site, clock, clockMemory: watch.shared.memory, log, faults, nodes, isolation, signal },
    ...{ published, credentials, state, books: { usage, limits: limits.book, calls, failures } },
  }).catch(async (error) => {
    await counting.stop();
    throw error;
  });
  tracing?.traceCalls(threads);
  await counting.isSettled;

  const { reader, bookkeeper } = threads;
  const liveStreams = new LiveStreams({ clock, readNews: (request) => threads.console.readNews(request) });
  const staff = new StaffAddress(config);
  const trustedProxies = parseTrustProxy(config.trustProxy);
  const { connectionLimits } = config;
  const connections = new Connections(
    { ...connectionLimits, inAll: connectionsThatFit(connectionLimits.inAll) },
    trustedProxies,
  );
  const keyLookup = new KeyLookup((keyHash) => reader.key(keyHash), credentials, { clock, logError });
  const admissionControl = { clock, credentials, keyLookup, limits, usage, trustedProxies };
  const loop = watchEventLoop();
  const serviceState = () => state;
  const status = () => currentStatus({ clock, serviceState, uptime: () => bookkeeper.uptime() });
  const serving = () => servingState({ state, connections, loop, threads, status: status().status });
  const receiveScoreRequest = async (body: unknown, key: string | null) => {
    // A damaged store may accept a request and lose it later.
    if (faults.isDamaged) throw new StoreUnavailable('the store is damaged');
    return bookkeeper.receiveScoreRequest(body, key);
  };
  const readScoreRequest = (id: string) => reader.scoreRequest(id);
  const dependencies: AppDependencies = {
    ...{
      baseUrl,
      disclosure,
      site,
      clock,
      startedAt: state.startedAt,
      serviceState,
      admissionControl,
      limits,
    },
    ...{ usage, calls, published, sharedReads: new SharedReads(published), reader, metrics, connections },
    drawCard: (card) => threads.cards.draw(card),
    ...{ requestLog, tracing: tracing?.requests ?? null, status, readScoreRequest },
    witnesses: witnesses.map(({ key }) => key),
    submitScoreRequest: (request, body, key) =>
      submitScoreRequest({ admissionControl, receiveScoreRequest, clock }, request, body, key),
    api: {
      readUsage: (query) => reader.usage(query),
      readEvents: (query) => reader.events(query),
      readDecisionsExport: (query) => reader.decisionsExport(query),
      resolveNames: (names) => reader.resolve(names),
      saveUsage: () => bookkeeper.save(),
      uptime: () => bookkeeper.uptime(),
      ...{ readScoreRequest, receiveScoreRequest, decisions: threads.decisions },
    },
    people: peopleOf({ threads, liveStreams, staff, faults, serving, logError }),
    showsMetricsToLoopback: config.metrics === 'loopback',
    logError: (error, requestId) => log.error(error, { request_id: requestId }),
  };
  const app = buildApp(dependencies);
  const listeners = new Listeners(config, { app, front: frontOf(dependencies), staff, metrics });
  addGauges(metrics, {
    ...{ connections, published, threads, credentials, limits: counting, loop, state, nodes, clock, dataDir },
  });
  const sweeping = setInterval(() => {
    // Windows keep their age when the clock follows a wall clock that was set.
    const moved = look();
    if (moved !== 0) limits.shift(moved);
    faults.setClock(watch.shared);
    limits.sweep(clock());
  }, SWEEP_MS);
  let schedule: Schedule | null = null;
  const checkWhenDue = dailyChecks({ background: threads.background, state, clock, dataDir, log });
  return {
    async listen() {
      // A thread that tests share has loaded more than the service, and is not about to wait.
      if (isolation !== 'none') releaseStartupMemory();
      await listeners.listen();
    },
    startScheduledWork() {
      const started = startSchedule(threads.background, {
        onError: logError,
        mayWork: () => nodes.isLeader && !faults.isDamaged,
        lease: () => nodes.lease,
        onRound: ({ olderPackages }) => {
          logRound(log, olderPackages);
          checkWhenDue();
        },
        delayMs: SCHEDULE_DELAY_MS,
      });
      nodes.whenLeader(() => started.wake());
      schedule = started;
    },
    async stop(drainMs = 0) {
      state.isStopping = true;
      const scheduled = schedule?.stop();
      const webhooksStopped = threads.webhooks.stop();
      if (drainMs > 0)
        log.info(`Stopping. The service answers for ${drainMs / 1000} s more, and /readyz says 503.`);
      // Tests in one process stop services that nobody uses.
      if (isolation !== 'none') await listeners.drain(drainMs);
      // Not before: browsers connect again, and must reach another node.
      liveStreams.stop();
      await listeners.stop();
      clearInterval(sweeping);
      loop.disable();
      const backgroundStopped = threads.background.stop();
      // Another node takes the lease only when the scheduled work of this one has ended.
      await Promise.all([counting.stop(), scheduled]);
      const people = [threads.console.stop(), threads.decisions.stop()];
      const others = [threads.cards.stop(), ...people, bookkeeper.stop(), reader.stop()];
      await Promise.all([webhooksStopped, backgroundStopped, ...others]);
      await tracing?.stop();
    },
  };
}

function initialState(
  { witnessQuorum }: Config,
  startedAt: number,
  faults: FaultKeeper,
  sharesLimits: boolean,
): ServiceState {
  return {
    freshness: {
      lastPublishedAt: null,
      lastRunAt: null,
      oldestScoreAt: null,
      providers: 0,
      staleProviders: 0,
    },
    frameworkVersion: 'none',
    cosigning: { checkpointAt: null, cosignedBy: [] },
    dailyCheck: null,
    faults: faults.current,
    ...{ witnessQuorum, startedAt, sharesLimits, isReady: false, isStopping: false },
  };
}

/** `older`: of the packages that an older version wrote; null if another node took over before. */
function logRound(log: Log, older: CompressionRound | null): void {
  if (older === null) log.info('Another node took over while this one did scheduled work.');
  else if (older.compressed > 0)
    log.info(
      `Compressed ${older.compressed} packages that an older version stored as text. ${older.left} are left.`,
    );
  else if (older.left > 0)
    log.info(
      `${older.left} stored packages do not match their hashes, and stay as they are. Run rf verify --all.`,
    );
}
