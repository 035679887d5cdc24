// rf serve --workers: several nodes of one machine on one port. The primary process prepares the store, starts the
// workers and replaces those that end; each worker is a node like any other.

import cluster from 'node:cluster';
import type { Config } from '../../service/config.ts';
import { EXIT, type ExitCode, type StopSignal, type Terminal, UsageError } from '../terminal.ts';
import { LISTENING, WorkerPlace } from './worker-place.ts';

/** The workers of a cluster get their number in this variable; it is not a setting. */
const NUMBER = 'RF_WORKER_NUMBER';
const MOST_WORKERS = 64;

/** null in every process that is not such a worker. */
export function workerNumber(): number | null {
  return cluster.isWorker ? Number(process.env[NUMBER]) : null;
}

export function readWorkers(text: string, { databaseUrl, redisUrl }: Config): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MOST_WORKERS)
    throw new UsageError(`--workers must be a whole number from 1 to ${MOST_WORKERS}, not "${text}".`);
  if (databaseUrl === null)
    throw new UsageError(
      '--workers requires PostgreSQL, because several processes share the store. Set DATABASE_URL.',
    );
  if (redisUrl === null)
    throw new UsageError(
      '--workers requires Redis, because otherwise each process would count rate limits on its own. Set RF_REDIS_URL.',
    );
  return count;
}

/** Each worker has a name and an address for metrics of its own. */
export function configOfWorker(config: Config, number: number): Config {
  const { node, metrics } = config;
  return {
    ...config,
    node: `${node}/${number}`,
    metrics: typeof metrics === 'object' ? { ...metrics, port: metrics.port + number - 1 } : metrics,
  };
}

/** For a worker: it serves now. */
export function tellPrimary(): void {
  process.send!(LISTENING);
}

/** For a worker: it has stopped, or could not start. The connection to the primary would keep its process alive. */
export function leavePrimary(): void {
  cluster.worker!.disconnect();
}

interface Events {
  /** Resolves when the process is asked to stop. */
  stopped: Promise<StopSignal>;
  /** Called when all workers serve for the first time. */
  onListening: () => void;
}

/** Resolves when all workers have ended. */
export async function serveWithWorkers(
  count: number,
  config: Config,
  terminal: Terminal,
  { stopped, onListening }: Events,
): Promise<ExitCode> {
  // The port was chosen already; all workers must have the same.
  cluster.setupPrimary({ serialization: 'json' });
  const env = { PORT: String(config.port), RF_BASE_URL: config.baseUrl, RF_NODE: config.node };
  const places = Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const fork = () => cluster.fork({ ...env, [NUMBER]: String(number) });
    return new WorkerPlace(number, fork, { tell: (line) => terminal.err(line), drainMs: config.drainMs });
  });
  const stop = (signal: StopSignal) => Promise.all(places.map((place) => place.stop(signal)));
  const started = Promise.all(places.map((place) => place.start())).then(() => null);
  const first = await Promise.race([started, stopped, ...places.map(({ failed }) => failed)]);
  if (typeof first === 'number') {
    await stop('SIGINT');
    return first as ExitCode;
  }
  if (first === null) onListening();
  let restarting = Promise.resolve();
  const restart = () => {
    restarting = restarting.then(async () => {
      terminal.err('Restarting the workers one by one.');
      for (const place of places) await place.restart();
      terminal.err('All workers were restarted.');
    });
  };
  process.on('SIGHUP', restart);
  const signal = await stopped;
  process.off('SIGHUP', restart);
  await stop(signal);
  return EXIT.ok;
}
