// The connection to Redis, with the commands that the limits need. A Redis that hangs or is gone must not hold up
// requests: commands time out soon and never wait for a connection, and connecting never stops being tried.

import type { Redis } from 'ioredis';
import { ADD, COUNT, GIVE_BACK, GREET, LEAVE } from './scripts.ts';

/** A request waits no longer than this for Redis. */
const COMMAND_MS = 250;
const CONNECT_MS = 1000;
/** A connection that is silent for this long is closed: its packets may be lost, and TCP repeats them ever more slowly. */
const SILENCE_MS = 2000;
/** Short, because all nodes must be back within the time for settling. */
const MAX_BACKOFF_MS = 500;
const BACKOFF_STEP_MS = 50;

/** Redis Cluster keeps the keys with the same text in braces together, as scripts require. */
const PREFIX = 'rf:{limits}:';
const STATE = `${PREFIX}state`;
const NODES = `${PREFIX}nodes`;
const SETTLING = `${PREFIX}settling`;

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
  /** How many there are; 0 reads the state of the windows. */
  readonly requests: number;
}

/** Requests to add to a window, by ascending times of Redis. */
export interface AddedWindow {
  key: string;
  widthMs: number;
  instants: number[];
}

export interface Greeting {
  now: number;
  epoch: string;
  /** When Redis last heard of this node; -1 if never. */
  heardAt: number;
  nodes: number;
  /** Until this time nodes decide by themselves, because others may not have added what they accepted. */
  settlesUntil: number;
  /** Whether this greeting began a new epoch, because the clock of Redis was set. */
  foundWrongTimes: boolean;
  /** What an earlier process of this node accepted until then is in Redis; a time of that process, -1 if unknown. */
  completeUntil: number;
}

interface Commands {
  rfCount(keyCount: number, ...rest: (string | number)[]): Promise<string>;
  rfGreet(
    keyCount: number,
    ...rest: (string | number)[]
  ): Promise<[number, string, number, number, number, number, number]>;
  rfAdd(keyCount: number, ...rest: (string | number)[]): Promise<number>;
  rfGiveBack(keyCount: number, ...rest: (string | number)[]): Promise<number>;
  rfLeave(keyCount: number, ...rest: (string | number)[]): Promise<number>;
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
        rfGreet: { lua: GREET },
        rfAdd: { lua: ADD },
        rfGiveBack: { lua: GIVE_BACK },
        rfLeave: { lua: LEAVE },
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
        ...[COUNT, GREET, ADD, GIVE_BACK, LEAVE].map((script) => this.#redis.script('LOAD', script)),
      ]),
    );
    const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    return {
      runId: field('run_id'),
      evicts: Number(field('maxmemory')) > 0 && field('maxmemory_policy') !== 'noeviction',
    };
  }

  /** The flat answer of the script; one number if the epoch is another one. */
  async count(epoch: string, groups: readonly CountedGroup[]): Promise<number[]> {
    const keys = [STATE];
    let numbers = '';
    for (const { sharedKey, sharedLimit, ownKey, ownLimit, widthMs, requests } of groups) {
      keys.push(windowName(epoch, sharedKey));
      if (ownKey !== null) keys.push(windowName(epoch, ownKey));
      numbers += `${sharedLimit} ${ownKey === null ? -1 : ownLimit} ${widthMs} ${requests} `;
    }
    const answer = await answerInTime(this.#redis.rfCount(keys.length, ...keys, epoch, numbers));
    return answer.split(' ').map(Number);
  }

  async greet(given: {
    newEpoch: string;
    node: string;
    settlingMs: number;
    foundLoss: boolean;
    /** An epoch to end, because its times are wrong. */
    wrongEpoch: string | null;
  }): Promise<Greeting> {
    const { newEpoch, node, settlingMs, foundLoss, wrongEpoch } = given;
    const [now, epoch, heardAt, nodes, settlesUntil, foundWrongTimes, completeUntil] = await answerInTime(
      this.#redis.rfGreet(
        ...([3, STATE, NODES, SETTLING] as const),
        ...[newEpoch, node, settlingMs, foundLoss ? '1' : '0', wrongEpoch ?? ''],
      ),
    );
    return {
      ...{ now, epoch, heardAt, nodes, settlesUntil, completeUntil },
      foundWrongTimes: foundWrongTimes === 1,
    };
  }

  /** False if the epoch is another one. `name` identifies the addition, so that a repetition changes nothing. */
  async add(epoch: string, name: string, windows: readonly AddedWindow[]): Promise<boolean> {
    const keys = [STATE, `${PREFIX}added:${name}`, ...windows.map(({ key }) => windowName(epoch, key))];
    const given = windows.flatMap(({ widthMs, instants }) => [widthMs, instants.length, ...instants]);
    return (await answerInTime(this.#redis.rfAdd(keys.length, ...keys, epoch, ...given))) === 1;
  }

  /** Removes a request that was counted at a time of Redis. */
  async giveBack(epoch: string, keys: readonly string[], instant: number, widthMs: number): Promise<void> {
    const all = [STATE, ...keys.map((key) => windowName(epoch, key))];
    await answerInTime(this.#redis.rfGiveBack(all.length, ...all, epoch, instant, widthMs));
  }

  /**
   * Leaves the list of nodes and disconnects. `completeUntil` is the time of the node if Redis has everything that it
   * accepted. Returns whether Redis noted that. Never rejects.
   */
  async leave(epoch: string, node: string, completeUntil: number | null): Promise<boolean> {
    const given = [STATE, NODES, epoch, node, completeUntil ?? ''];
    const noted = this.isReady ? await answerInTime(this.#redis.rfLeave(2, ...given)).catch(() => 0) : 0;
    this.#redis.disconnect();
    return noted === 1;
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
