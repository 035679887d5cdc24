// The change bus: tells a process that topics moved, whichever process moved them.

import type { Topic } from './schema.ts';

export type TopicVersions = Readonly<Record<Topic, number>>;

export interface ChangeBus {
  /**
   * Calls back when one of the topics has moved, one call after the other. Several moves may come as one call. A
   * subscriber that is busy does not hold up the others. Returns a function that ends the subscription and waits
   * for a call that is under way.
   */
  subscribe(
    topics: readonly Topic[],
    onMove: (versions: TopicVersions) => unknown,
    options?: SubscribeOptions,
  ): () => Promise<void>;
  /** Ends all subscriptions and waits for calls that are under way. */
  stop(): Promise<void>;
}

export interface SubscribeOptions {
  /** The versions that the subscriber's own data rests on. Without them, the first look sets them. */
  since?: TopicVersions;
  /** The bus could not look, or `onMove` failed. The next look tries again. */
  onError?: (error: unknown) => void;
  /** The bus looked, and what it found was handled. */
  onLook?: () => void;
}

export interface ChangeBusOptions {
  /** How often the bus looks when nobody tells it of a change. */
  intervalMs?: number;
}

/** Tells soon after one of the topics moved. It may miss moves, so nothing rests on it alone. */
export interface ChangeListener {
  listenTo(topics: readonly Topic[]): void;
  stop(): Promise<void>;
}
