// rf serve --workers: several nodes of one machine on one port. The primary process prepares the store, starts the
// workers and replaces those that end; each worker is a node like any other.

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../service/config.ts';
import { EXIT, type ExitCode, type Terminal, UsageError } from '../terminal.ts';

/** The workers of a cluster get their number in this variable; it is not a setting. */
const NUMBER = 'RF_WORKER_NUMBER';
const MOST_WORKERS = 64;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that ran for so long did not fail at its start. */
const SETTLED_MS = 60_000;
/** More than a worker takes to stop. */
const STOP_MS = 20_000;
const LISTENING = 'listening';

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

/** For a worker: it has stopped. The connection to the primary would keep its process alive. */
export function leavePrimary(): void {
  cluster.worker!.disconnect();
}

interface Events {
  /** Resolves when the process is asked to stop. */
  stopped: Promise<void>;
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
  const places = Array.from({ length: count }, (_, at) => new Place(at + 1, env, terminal));
  const stop = () => Promise.all(places.map((place) => place.stop()));
  const started = Promise.all(places.map((place) => place.start())).then(() => null);
  const first = await Promise.race([started, stopped, ...places.map(({ failed }) => failed)]);
  if (typeof first === 'number') {
    await stop();
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
  await stopped;
  process.off('SIGHUP', restart);
  await stop();
  return EXIT.ok;
}

/** The place of one worker, which others take after it. */
class Place {
  readonly #number: number;
  readonly #env: Record<string, string>;
  readonly #terminal: Terminal;
  readonly #failed = Promise.withResolvers<number>();
  #worker: Worker | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  #deaths = 0;
  #hasListened = false;
  /** Whether a worker that ends is not replaced. */
  #isQuiet = false;
  #isStopped = false;
  /** Ends the pause before a replacement. */
  #pause = new AbortController();

  constructor(number: number, env: Record<string, string>, terminal: Terminal) {
    this.#number = number;
    this.#env = env;
    this.#terminal = terminal;
  }

  /** Resolves with the exit code of a worker that could not start at all. */
  get failed(): Promise<number> {
    return this.#failed.promise;
  }

  /** Resolves when the worker serves. */
  async start(): Promise<void> {
    this.#isQuiet = false;
    const listening = Promise.withResolvers<void>();
    const worker = cluster.fork({ ...this.#env, [NUMBER]: String(this.#number) });
    const startedAt = performance.now();
    this.#worker = worker;
    worker.on('message', (message) => {
      if (message !== LISTENING) return;
      this.#hasListened = true;
      listening.resolve();
    });
    // A worker that has ended cannot be told anything; its end is noticed below.
    worker.on('error', () => undefined);
    this.#ended = once(worker, 'exit').then(([code, signal]) => {
      this.#worker = null;
      if (!this.#isQuiet)
        void this.#replace(code, signal, performance.now() - startedAt).then(listening.resolve);
    });
    await listening.promise;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end();
  }

  /** The others take all requests meanwhile. */
  async restart(): Promise<void> {
    if (this.#isStopped) return;
    await this.#end();
    if (!this.#isStopped) await this.start();
  }

  async #end(): Promise<void> {
    this.#isQuiet = true;
    this.#pause.abort();
    const worker = this.#worker;
    worker?.process.kill('SIGTERM');
    const late = setTimeout(() => worker?.process.kill('SIGKILL'), STOP_MS);
    await this.#ended;
    clearTimeout(late);
  }

  async #replace(code: number | null, signal: string | null, ranMs: number): Promise<void> {
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    // It said why on its standard error, and a second attempt would say the same.
    if (!this.#hasListened && code !== null && code !== 0) return this.#failed.resolve(code);
    this.#deaths = ranMs >= SETTLED_MS ? 1 : this.#deaths + 1;
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#deaths - 1));
    this.#terminal.err(
      `Worker ${this.#number} ended ${how}. Another one takes its place in ${pause / 1000} s.`,
    );
    this.#pause = new AbortController();
    const isOver = await wait(pause, true, { signal: this.#pause.signal }).catch(() => false);
    if (isOver) await this.start();
  }
}
