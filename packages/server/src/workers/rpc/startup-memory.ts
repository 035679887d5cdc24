// Gives back what a thread needed only to start. Loading modules fills the young generation of a V8 heap and leaves much
// garbage behind; a thread that then waits would hold both, because V8 collects when something is allocated.

import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Takes about as long as the heap has megabytes, in milliseconds: to be called before a thread is waited for. */
export function releaseStartupMemory(): void {
  // Node offers the collector to programs under this flag only; contexts made after it was set have the function.
  v8.setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  v8.setFlagsFromString('--no-expose-gc');
  // The flavor that also shrinks the heap to what is left.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
