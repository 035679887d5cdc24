// The context of every act: the store it works on, the clock it reads and the source of new ids.

import type { Store } from '../store/store.ts';

export interface Context {
  store: Store;
  /** Epoch milliseconds. */
  clock: () => number;
  newId: () => string;
}
