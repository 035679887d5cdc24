// Decides whether Redis or this node counts. The node counts by itself from the first command that fails until Redis
// answers again; if Redis has lost counts, until everything that it forgot has expired.

import { randomBytes } from 'node:crypto';
import type { Known, RedisClient } from './redis-client.ts';

/** How often a node finds out whether Redis lost counts. */
const JOIN_MS = 500;
/** How often it tries to come back. */
const RETRY_MS = 250;
/** How long a new or restarted Redis does not count, so that every node can report that counts were lost. */
const SETTLING_MS = 2000;

export interface LinkOptions {
  client: RedisClient;
  /** How long Redis does not count after it lost counts: the width of the widest window. */
  expiryMs: number;
  /** Called when Redis begins to count. */
  onShared: () => void;
  /** Called when this node begins to count by itself. */
  onLost: (error: Error) => void;
  /** Called when Redis answers, but has lost counts. */
  onForgotten: () => void;
  /** Called once for every Redis that may delete windows when its memory is full. */
  onEviction: () => void;
}

export class Link {
  readonly #options: LinkOptions;
  #isShared = false;
  #isStopped = false;
  #known: Known = { epoch: '', runId: '', now: 0 };
  /** The run of the Redis server on this connection. */
  #runId = '';
  /** The connection that was prepared last. */
  #connection = 0;
  #failure = new Error('Redis did not answer in time.');
  #timer: NodeJS.Timeout | undefined;
  #visit: Promise<void> | null = null;
  /** Resolves when Redis counts for the first time, or when the link is stopped before. */
  readonly #started = Promise.withResolvers<void>();

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Whether Redis counts. */
  get isShared(): boolean {
    return this.#isShared;
  }

  /** What Redis must hold for its counts to be used. */
  get epoch(): string {
    return this.#known.epoch;
  }

  /** Waits until Redis counts or the link is stopped, but no longer than the given time. */
  async start(longestMs: number): Promise<void> {
    this.visit();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestMs);
    });
    await Promise.race([this.#started.promise, timeout]);
    clearTimeout(timer);
    if (!this.#isShared && !this.#isStopped) this.#options.onLost(this.#failure);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isShared = false;
    this.#started.resolve();
    clearTimeout(this.#timer);
    await this.#visit;
    this.#options.client.disconnect();
  }

  /** Redis counted at this time. */
  saw(now: number): void {
    this.#known = { ...this.#known, now };
  }

  /** A command failed, or the connection is lost: this node counts by itself from now on. */
  lose(error: Error): void {
    this.#failure = error;
    if (!this.#isShared) return;
    this.#isShared = false;
    this.#options.onLost(error);
    this.#visitIn(RETRY_MS);
  }

  /** Asks Redis now whether it counts. */
  visit(): void {
    if (this.#isStopped || this.#visit !== null) return;
    clearTimeout(this.#timer);
    this.#visit = this.#join()
      .catch((error: Error) => this.lose(error))
      .finally(() => {
        this.#visit = null;
        this.#visitIn(this.#isShared ? JOIN_MS : RETRY_MS);
      });
  }

  #visitIn(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.visit(), delayMs);
  }

  async #join(): Promise<void> {
    const { client, expiryMs, onShared, onForgotten, onEviction } = this.#options;
    if (!client.isReady) return;
    const { connections } = client;
    if (connections !== this.#connection) {
      const { runId, evicts } = await client.prepare();
      if (evicts && runId !== this.#runId) onEviction();
      this.#runId = runId;
      this.#connection = connections;
    }
    const runId = this.#runId;
    const newEpoch = randomBytes(12).toString('base64url');
    const { now, epoch, countsFrom } = await client.join(this.#known, {
      ...{ newEpoch, settlingMs: SETTLING_MS, expiryMs, runId },
    });
    this.#known = { epoch, runId, now };
    if (this.#isStopped) return;
    if (now < countsFrom) {
      this.lose(new Error('Redis lost counts, or was restarted.'));
      if (countsFrom - now > SETTLING_MS) onForgotten();
    } else if (!this.#isShared && client.isReady) {
      this.#isShared = true;
      this.#started.resolve();
      onShared();
    }
  }
}
