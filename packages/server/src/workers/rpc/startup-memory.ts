// Releases memory that a thread needed only to start. Loading modules leaves a grown young generation and much garbage
// in the V8 heap; an idle thread would keep both, because V8 collects only when it allocates.

import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Blocks the thread for about one millisecond per megabyte of heap, so call it before the thread has work to do. */
export function releaseStartupMemory(): void {
  // Only contexts that are created while this flag is set have the gc function. The flag stays set: it belongs to the
  // whole process, and other threads that start at the same time need it too.
  v8.setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  // This flavor also shrinks the heap.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
