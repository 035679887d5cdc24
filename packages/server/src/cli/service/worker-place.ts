// The place of one worker of rf serve --workers. When the worker ends, another one takes the place.

import type { Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { StopSignal } from '../terminal.ts';

/** What a worker tells when it serves. */
export const LISTENING = 'listening';
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that ran for this long did not fail at its start. */
const SETTLED_MS = 60_000;
/** More than a worker takes to stop after its drain. */
const STOP_MS = 20_000;

export interface PlaceOptions {
  tell: (line: string) => void;
  /** How long a worker keeps serving after SIGTERM. */
  drainMs: number;
}

export class WorkerPlace {
  readonly #number: number;
  readonly #fork: () => Worker;
  readonly #tell: (line: string) => void;
  readonly #stopMs: number;
  readonly #failed = Promise.withResolvers<number>();
  #worker: Worker | null = null;
  #ended: Promise<void> = Promise.resolve();
  /** The last worker that was asked to stop. */
  #ending: Worker | null = null;
  #deaths = 0;
  #hasListened = false;
  /** Whether a worker that ends is not replaced. */
  #isQuiet = false;
  #isStopped = false;
  /** Ends the pause before a replacement. */
  #pause = new AbortController();

  constructor(number: number, fork: () => Worker, { tell, drainMs }: PlaceOptions) {
    this.#number = number;
    this.#fork = fork;
    this.#tell = tell;
    this.#stopMs = drainMs + STOP_MS;
  }

  /** Resolves with the exit code of a worker that could not start at all. */
  get failed(): Promise<number> {
    return this.#failed.promise;
  }

  /** Resolves when the worker serves. */
  async start(): Promise<void> {
    this.#isQuiet = false;
    const listening = Promise.withResolvers<void>();
    const startedAt = performance.now();
    const onEnd = (how: string, code: number | null) => {
      this.#worker = null;
      if (!this.#isQuiet)
        void this.#replace(how, code, performance.now() - startedAt).then(listening.resolve);
    };
    try {
      const worker = this.#fork();
      this.#worker = worker;
      this.#ended = endOf(worker).then(({ how, code }) => onEnd(how, code));
      worker.on('message', (message) => {
        if (message !== LISTENING) return;
        this.#hasListened = true;
        listening.resolve();
      });
    } catch (error) {
      onEnd(howNotStarted(error as Error), null);
    }
    await listening.promise;
  }

  /** With SIGINT, the worker stops without a drain. */
  async stop(signal: StopSignal): Promise<void> {
    this.#isStopped = true;
    await this.#end(signal);
  }

  /** The others take all requests meanwhile. */
  async restart(): Promise<void> {
    if (this.#isStopped) return;
    await this.#end('SIGTERM');
    if (!this.#isStopped) await this.start();
  }

  async #end(signal: StopSignal): Promise<void> {
    this.#isQuiet = true;
    this.#pause.abort();
    const worker = this.#worker;
    // A second signal would end a worker that is still draining.
    if (worker !== this.#ending) worker?.process.kill(signal);
    this.#ending = worker;
    const late = setTimeout(() => {
      this.#tell(`Worker ${this.#number} did not stop within ${this.#stopMs / 1000} s, and is ended.`);
      worker?.process.kill('SIGKILL');
    }, this.#stopMs);
    await this.#ended;
    clearTimeout(late);
  }

  async #replace(how: string, code: number | null, ranMs: number): Promise<void> {
    // It said why on its standard error, and a second attempt would say the same.
    if (!this.#hasListened && code !== null && code !== 0) return this.#failed.resolve(code);
    this.#deaths = ranMs >= SETTLED_MS ? 1 : this.#deaths + 1;
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#deaths - 1));
    this.#tell(`Worker ${this.#number} ${how}. Another one takes its place in ${pause / 1000} s.`);
    this.#pause = new AbortController();
    const isOver = await wait(pause, true, { signal: this.#pause.signal }).catch(() => false);
    if (isOver) await this.start();
  }
}

interface End {
  how: string;
  /** null if a signal ended it, or if it was never a process. */
  code: number | null;
}

function endOf(worker: Worker): Promise<End> {
  return new Promise((resolve) => {
    worker.on('exit', (code: number | null, signal: string | null) =>
      resolve({ how: signal ? `ended by ${signal}` : `ended with code ${code}`, code }),
    );
    worker.on('error', (error) => {
      // A process that runs could not be told something; when it ends, that is noticed above.
      if (worker.process.pid === undefined) resolve({ how: howNotStarted(error), code: null });
    });
  });
}

function howNotStarted({ message }: Error): string {
  return `could not be started (${message})`;
}
