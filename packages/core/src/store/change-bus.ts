// The change bus: notifies subscribers in this process when a topic has moved, whichever process moved it.

import type { Topic } from './schema.ts';

export type TopicVersions = Readonly<Record<Topic, number>>;

export interface ChangeBus {
  /**
   * Calls back when one of the topics has moved, one call at a time. Several moves may be combined into one call. A
   * busy subscriber does not delay the others. Returns a function that ends the subscription and waits for a call
   * that is in progress.
   */
  subscribe(
    topics: readonly Topic[],
    onMove: (versions: TopicVersions) => unknown,
    options?: SubscribeOptions,
  ): () => Promise<void>;
  /** Ends all subscriptions and waits for calls that are in progress. */
  stop(): Promise<void>;
}

export interface SubscribeOptions {
  /** Calls back at every poll: the topics are not proved, so somebody could set them back. */
  atEveryPoll?: boolean;
  /** The versions that the subscriber has already read. By default, those that the first poll finds. */
  since?: TopicVersions;
  /** The poll or `onMove` failed. The next poll tries again. */
  onError?: (error: unknown) => void;
  /** A poll succeeded, and any moves that it found were handled. */
  onPoll?: () => void;
}

export interface ChangeBusOptions {
  /** How often the bus polls without a notification. */
  intervalMs?: number;
}

/** Reports soon after one of the topics has moved. It may miss moves, so polling continues beside it. */
export interface ChangeListener {
  listenTo(topics: readonly Topic[]): void;
  stop(): Promise<void>;
}
