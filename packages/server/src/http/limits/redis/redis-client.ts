// The connection to Redis, with the commands that the limits need. A Redis that hangs or is gone must not hold up
// requests: commands time out soon and never wait for a connection, and connecting never stops being tried.

import type { Redis } from 'ioredis';
import { COUNT, GIVE_BACK, JOIN } from './scripts.ts';

/** A request waits no longer than this for Redis. */
const COMMAND_MS = 250;
const CONNECT_MS = 1000;
/** A connection that is silent for this long is closed: its packets may be lost, and TCP repeats them ever more slowly. */
const SILENCE_MS = 2000;
/** Short, because all nodes must be back in time to report a loss. */
const MAX_BACKOFF_MS = 500;
const BACKOFF_STEP_MS = 50;

/** Redis Cluster keeps the keys with the same text in braces together, as scripts require. */
const PREFIX = 'rf:{limits}:';
const STATE = `${PREFIX}state`;

function windowName(epoch: string, key: string): string {
  return `${PREFIX}${epoch}:${key}`;
}

/** Equal requests that are counted together. */
export interface CountedGroup {
  readonly sharedKey: string;
  readonly sharedLimit: number;
  readonly ownKey: string | null;
  readonly ownLimit: number;
  readonly widthMs: number;
  /** Of each request; if it is more than one, all of them are counted or none. */
  readonly places: number;
  /** How many places they take; 0 reads the state of the windows. */
  readonly requests: number;
}

/** What a node knows of the counts in Redis. */
export interface Known {
  /** Names the windows that count; another one means that counts were lost. Empty at the start of a node. */
  readonly epoch: string;
  /** Identifies the run of the Redis server. */
  readonly runId: string;
  /** The latest time of Redis that this node saw. */
  readonly now: number;
}

interface Commands {
  rfCount(keyCount: number, ...rest: (string | number)[]): Promise<string>;
  rfJoin(keyCount: number, ...rest: (string | number)[]): Promise<[number, string, number]>;
  rfGiveBack(keyCount: number, ...rest: (string | number)[]): Promise<number>;
}

export class RedisClient {
  readonly #redis: Redis & Commands;
  #connections = 0;

  private constructor(redis: Redis, onReady: () => void, onClosed: (error: Error) => void) {
    this.#redis = redis as Redis & Commands;
    const closed = new Error('The connection to Redis was closed.');
    let failure = closed;
    redis.on('error', (error: Error) => {
      failure = error;
    });
    redis.on('ready', () => {
      failure = closed;
      this.#connections += 1;
      onReady();
    });
    redis.on('close', () => onClosed(failure));
  }

  /** Begins to connect. The package is loaded only here, because most installations do not use Redis. */
  static async connect(
    url: string,
    onReady: () => void,
    onClosed: (error: Error) => void,
  ): Promise<RedisClient> {
    const { Redis: Client } = await import('ioredis');
    const redis = new Client(url, {
      connectionName: 'rf-limits',
      protocol: 2,
      disableClientInfo: true,
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(attempt * BACKOFF_STEP_MS, MAX_BACKOFF_MS),
      // After a failover the old address may belong to a replica.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
      scripts: {
        rfCount: { lua: COUNT },
        rfJoin: { lua: JOIN },
        rfGiveBack: { lua: GIVE_BACK },
      },
    });
    const client = new RedisClient(redis, onReady, onClosed);
    redis.connect().catch(() => undefined);
    return client;
  }

  get isReady(): boolean {
    return this.#redis.status === 'ready';
  }

  /** Changes with every connection. */
  get connections(): number {
    return this.#connections;
  }

  /**
   * Loads the scripts, and returns what changes when Redis restarts or another server takes its place. Without the
   * scripts, a command would be sent twice and overtaken by later ones.
   */
  async prepare(): Promise<{ runId: string; evicts: boolean }> {
    const [info] = await answerInTime(
      Promise.all([
        this.#redis.info(),
        ...[COUNT, JOIN, GIVE_BACK].map((script) => this.#redis.script('LOAD', script)),
      ]),
    );
    const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    return {
      runId: field('run_id'),
      evicts: Number(field('maxmemory')) > 0 && field('maxmemory_policy') !== 'noeviction',
    };
  }

  /** The flat answer of the script; one number if Redis did not count. */
  async count(epoch: string, groups: readonly CountedGroup[]): Promise<number[]> {
    const keys = [STATE];
    let numbers = '';
    for (const { sharedKey, sharedLimit, ownKey, ownLimit, widthMs, places, requests } of groups) {
      keys.push(windowName(epoch, sharedKey));
      if (ownKey !== null) keys.push(windowName(epoch, ownKey));
      numbers += `${sharedLimit} ${ownKey === null ? -1 : ownLimit} ${widthMs} ${requests} ${places} `;
    }
    const answer = await answerInTime(this.#redis.rfCount(keys.length, ...keys, epoch, numbers));
    return answer.split(' ').map(Number);
  }

  /** Asks whether Redis counts, with what the node knows from before. */
  async join(
    known: Known,
    given: { newEpoch: string; settlingMs: number; expiryMs: number; runId: string },
  ): Promise<{ now: number; epoch: string; countsFrom: number }> {
    const { newEpoch, settlingMs, expiryMs, runId } = given;
    const [now, epoch, countsFrom] = await answerInTime(
      this.#redis.rfJoin(
        ...([1, STATE, newEpoch, settlingMs, expiryMs, runId] as const),
        ...[known.epoch, known.runId, known.now],
      ),
    );
    return { now, epoch, countsFrom };
  }

  /** Removes a request that was counted at a time of Redis. */
  async giveBack(epoch: string, keys: readonly string[], instant: number, widthMs: number): Promise<void> {
    const all = [STATE, ...keys.map((key) => windowName(epoch, key))];
    await answerInTime(this.#redis.rfGiveBack(all.length, ...all, epoch, instant, widthMs));
  }

  disconnect(): void {
    this.#redis.disconnect();
  }
}

/**
 * Rejects if the answer does not come in time. When this process itself stood still, an answer may have come that it has
 * not read yet: timers are run first. So the late answer is given one more turn of the event loop.
 */
function answerInTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`Redis did not answer within ${COMMAND_MS} ms.`));
    const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), COMMAND_MS);
    answer.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
