// Decides whether Redis or this node counts. The node counts by itself from the first command that fails until it has
// added everything that Redis lacks; meanwhile it tries to come back in the background.

import type { OwnCounts } from './own-counts.ts';
import type { Greeting, RedisClient } from './redis-client.ts';
import { MOST_STEP_MS } from './scripts.ts';

/** How often a node says that it is there, and finds out that Redis lost what it held. */
const GREETING_MS = 500;
/** How often it tries to come back. */
const RETRY_MS = 250;
/** How long nodes decide by themselves after a loss was found, so that all of them can add what they accepted. */
const SETTLING_MS = 2000;
/** A number of nodes that has fallen is believed after this time, in which all of them have said that they are there. */
const FEWER_NODES_MS = 10_000;
/** Redis may count a request this long after it arrived at this node. */
const LATEST_COUNT_MS = 500;

export interface LinkOptions {
  client: RedisClient;
  /** The name of this node. */
  node: string;
  clock: () => number;
  newId: () => string;
  /** How many nodes there are, as far as is known without Redis. */
  nodes: () => number;
  own: OwnCounts;
  /** Called when Redis begins to count. */
  onShared: () => void;
  /** Called when Redis has everything that this node accepted. */
  onAllShared: () => void;
  /** Called at the stop, if Redis has everything that this node accepted and has noted that. */
  onLeft: () => void;
  /** Called when this node begins to count by itself. */
  onLost: (error: Error) => void;
  /** Called once for every Redis that may delete windows when its memory is full. */
  onEviction: () => void;
}

/** A greeting with the times of this node at which it was sent and answered. */
interface Timed extends Greeting {
  sentAt: number;
  receivedAt: number;
}

export class Link {
  readonly #options: LinkOptions;
  #isShared = false;
  #isStopped = false;
  #epoch = '';
  /** Identifies the run of the Redis server that holds what was added; empty before the first greeting. */
  #runId = '';
  /** The run that was greeted last, perhaps without an answer. */
  #greetedRunId = '';
  /** The connection that was prepared last. */
  #connection = 0;
  /** Add it to a time of this node for the time of Redis. */
  #offset = 0;
  #completeUntil: number | null = null;
  #nodes = 1;
  /** Since when fewer nodes were heard of than #nodes. */
  #fewerSince: number | null = null;
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
    return this.#epoch;
  }

  /**
   * Redis has what an earlier process of this node accepted until then, but -1 if that is unknown; null before the first
   * greeting.
   */
  get completeUntil(): number | null {
    return this.#completeUntil;
  }

  /** How many nodes share the limits. The number is kept while Redis does not answer. */
  get nodes(): number {
    return Math.max(1, this.#nodes, this.#options.nodes());
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
    const { client, node, clock, own, onLeft } = this.#options;
    const isComplete = this.#isShared && own.unshared === 0;
    this.#isStopped = true;
    this.#isShared = false;
    this.#started.resolve();
    clearTimeout(this.#timer);
    await this.#visit;
    const completeUntil = isComplete ? Math.floor(clock()) : null;
    if (await client.leave(this.#epoch, node, completeUntil)) onLeft();
  }

  /** The clock of this node was moved. That is not a step of the clock of Redis. */
  shift(ms: number): void {
    this.#offset -= ms;
  }

  /** A command failed, or the connection is lost: this node counts by itself from now on. */
  lose(error: Error): void {
    this.#failure = error;
    if (!this.#isShared) return;
    this.#isShared = false;
    this.#fewerSince = null;
    this.#options.onLost(error);
    this.#visitIn(RETRY_MS);
  }

  /** Greets Redis now. */
  visit(): void {
    if (this.#isStopped || this.#visit !== null) return;
    clearTimeout(this.#timer);
    this.#visit = this.#greet()
      .catch((error: Error) => this.lose(error))
      .finally(() => {
        this.#visit = null;
        this.#visitIn(this.#isShared ? GREETING_MS : RETRY_MS);
      });
  }

  #visitIn(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.visit(), delayMs);
  }

  async #greet(): Promise<void> {
    const { client, node, clock, newId, own } = this.#options;
    if (!client.isReady) return;
    const { connections } = client;
    let runId = this.#runId;
    if (connections !== this.#connection) {
      const prepared = await client.prepare();
      runId = prepared.runId;
      if (prepared.evicts && runId !== this.#runId) this.#options.onEviction();
    }
    // Redis may have restarted with older data, or a replica has taken its place.
    const foundLoss = this.#runId !== '' && runId !== this.#runId;
    // A greeting whose answer was lost has changed when Redis last heard of this node.
    const isRepeated = runId === this.#greetedRunId;
    this.#greetedRunId = runId;
    const greet = async (wrongEpoch: string | null): Promise<Timed> => {
      const sentAt = clock();
      const greeting = await client.greet({
        ...{ newEpoch: newId(), node, settlingMs: SETTLING_MS, foundLoss, wrongEpoch },
      });
      return { ...greeting, sentAt, receivedAt: clock() };
    };
    let greeting = await greet(null);
    if (this.#foundStep(greeting)) greeting = await greet(greeting.epoch);
    if (this.#isStopped) return;
    const { sentAt } = greeting;
    this.#offset = greeting.now - sentAt;
    const isEmpty = greeting.epoch !== this.#epoch;
    this.#countNodes(greeting.nodes, sentAt, isEmpty || foundLoss);
    if (isEmpty) {
      this.lose(
        new Error(greeting.foundWrongTimes ? 'The clock of Redis was set.' : 'Redis lost what it held.'),
      );
      this.#completeUntil = greeting.completeUntil;
      // Later than what an earlier process accepted, which Redis has in this epoch.
      own.unshareSince(greeting.completeUntil + 1);
    } else if (foundLoss) {
      // What Redis had written when it last heard of this node, it still has.
      const heardAt = isRepeated ? Number.NEGATIVE_INFINITY : greeting.heardAt;
      own.unshareSince(heardAt - this.#offset - LATEST_COUNT_MS);
    }
    this.#epoch = greeting.epoch;
    this.#runId = runId;
    this.#connection = connections;
    await this.#addUnshared(greeting.settlesUntil <= greeting.now);
  }

  /** Whether the clock of Redis was set since the last greeting, as far as the time that the answer took can tell. */
  #foundStep({ epoch, now, sentAt, receivedAt }: Timed): boolean {
    // In a new epoch, all that this node accepted is added by the new clock anyway.
    if (epoch !== this.#epoch) return false;
    return now - sentAt < this.#offset - MOST_STEP_MS || now - receivedAt > this.#offset + MOST_STEP_MS;
  }

  /** Adds what Redis lacks. If Redis may count, it does so from the last addition on, which no count can overtake. */
  async #addUnshared(mayShare: boolean): Promise<void> {
    const { own, client } = this.#options;
    for (let next = own.next(); ; next = own.next()) {
      if (mayShare && (next === null || next.isLast)) this.#share();
      if (next === null) return this.#options.onAllShared();
      const { addition, isLast } = next;
      const windows = addition.windows.map((window) => ({
        ...window,
        instants: window.instants.map((instant) => Math.floor(instant + this.#offset)),
      }));
      if (!(await client.add(this.#epoch, addition.name, windows)))
        throw new Error('Redis lost what it held.');
      own.confirm(addition);
      if (own.unshared === 0) this.#options.onAllShared();
      // More may have come in the meantime, and waits for the next greeting if Redis does not count yet.
      if (isLast) return;
    }
  }

  #share(): void {
    if (this.#isShared || !this.#options.client.isReady || this.#isStopped) return;
    this.#isShared = true;
    this.#started.resolve();
    this.#options.onShared();
  }

  /** After a loss, nodes must first be heard of again. */
  #countNodes(nodes: number, now: number, isAfterLoss: boolean): void {
    if (isAfterLoss) this.#fewerSince = now;
    if (nodes >= this.#nodes) {
      this.#nodes = nodes;
      this.#fewerSince = null;
    } else {
      this.#fewerSince ??= now;
      if (now - this.#fewerSince >= FEWER_NODES_MS) {
        this.#nodes = nodes;
        this.#fewerSince = null;
      }
    }
  }
}
