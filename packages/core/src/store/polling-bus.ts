// A change bus that polls the topics: twice a second, and immediately when a listener reports a change.

import type {
  ChangeBus,
  ChangeBusOptions,
  ChangeListener,
  SubscribeOptions,
  TopicVersions,
} from './change-bus.ts';
import type { Topic } from './schema.ts';
import type { Queries } from './store.ts';
import { readTopics } from './topics.ts';

const INTERVAL_MS = 500;

/** `listen` starts a listener that calls `notify`, if the database supports it. */
export function pollingBus(
  db: Queries,
  { intervalMs = INTERVAL_MS }: ChangeBusOptions = {},
  listen?: (notify: () => void) => ChangeListener,
  read: (db: Queries) => Promise<TopicVersions> = readTopics,
): ChangeBus {
  const subscriptions = new Set<Subscription>();
  let listener: ChangeListener | null = null;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;
  let wasNotified = false;

  const poll = async () => {
    try {
      const versions = await read(db);
      for (const subscription of subscriptions) subscription.offer(versions);
    } catch (error) {
      for (const subscription of subscriptions) subscription.fail(error);
    }
    polling = null;
    if (subscriptions.size > 0) schedule(wasNotified ? 0 : intervalMs);
  };
  const pollNow = () => {
    wasNotified = polling !== null;
    if (polling !== null || subscriptions.size === 0) return;
    clearTimeout(timer);
    polling = poll();
  };
  const schedule = (inMs: number) => {
    // A bus must not keep the process alive.
    timer = setTimeout(pollNow, inMs).unref();
  };
  const end = async (ended: readonly Subscription[]) => {
    for (const subscription of ended) subscriptions.delete(subscription);
    if (subscriptions.size === 0) clearTimeout(timer);
    await Promise.all(ended.map((subscription) => subscription.end()));
    if (subscriptions.size > 0) return;
    const last = listener;
    listener = null;
    await last?.stop();
    await polling;
  };
  return {
    subscribe(topics, onMove, options = {}) {
      const subscription = new Subscription(topics, onMove, options);
      subscriptions.add(subscription);
      listener ??= listen?.(pollNow) ?? null;
      listener?.listenTo(topics);
      pollNow();
      return () => end([subscription]);
    },
    stop: () => end([...subscriptions]),
  };
}

class Subscription {
  readonly #topics: readonly Topic[];
  readonly #onMove: (versions: TopicVersions) => unknown;
  readonly #options: SubscribeOptions;
  #known: TopicVersions | null;
  /** The newest versions that have not been handled yet. */
  #offered: TopicVersions | null = null;
  #working: Promise<void> | null = null;
  #isEnded = false;

  constructor(
    topics: readonly Topic[],
    onMove: (versions: TopicVersions) => unknown,
    options: SubscribeOptions,
  ) {
    this.#topics = topics;
    this.#onMove = onMove;
    this.#options = options;
    this.#known = options.since ?? null;
  }

  offer(versions: TopicVersions): void {
    this.#offered = versions;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  fail(error: unknown): void {
    if (!this.#isEnded) this.#options.onError?.(error);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#offered !== null && !this.#isEnded) {
      const versions = this.#offered;
      this.#offered = null;
      try {
        if (this.#options.atEveryPoll || this.#hasMoved(versions)) await this.#onMove(versions);
        // Only after `onMove` has succeeded: after a failure, the next poll handles the same move again.
        this.#known = versions;
        this.#options.onPoll?.();
      } catch (error) {
        this.fail(error);
      }
    }
  }

  #hasMoved(versions: TopicVersions): boolean {
    const known = this.#known;
    return known !== null && this.#topics.some((topic) => versions[topic] !== known[topic]);
  }
}
