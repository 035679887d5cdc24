// The context of every act: the store it works on, the clock it reads and the source of new ids.

import type { Store } from '../store/store.ts';

/** A token has no time of sign-in, so it cannot be asked for again before a secret is shown; a session can. */
export type Via = 'command' | 'token' | 'session';

export interface Context {
  store: Store;
  /** Epoch milliseconds. */
  clock: () => number;
  newId: () => string;
  /** How the person who acts was identified; audit records say it. Absent for the service itself. */
  via?: Via;
  /** The story of a demo, which is told after the days that it is about. In any other store nothing is recorded so. */
  isStory?: true;
}
