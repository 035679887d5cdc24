// Loaded into each node of a world. Measures for how long its event loop was blocked by its own work: a timer that is late
// because the process waited for a core does not count, so that the measure means something on a machine that is shared.
// Twice a second the longest block since the last look is added to the file that RF_BLOCKS_FILE names, in milliseconds. It
// begins when the node listens: nobody waits for one that starts.

import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 20;
const WRITE_MS = 500;
const file = process.env.RF_BLOCKS_FILE;
let isWatching = false;

if (isMainThread && file) subscribe('tracing:net.server.listen:asyncEnd', () => watch(file));

function watch(blocks: string): void {
  if (isWatching) return;
  isWatching = true;
  let longest = 0;
  let at = performance.now();
  let used = cpuMs();
  setInterval(() => {
    const [now, nowUsed] = [performance.now(), cpuMs()];
    longest = Math.max(longest, Math.min(now - at - EVERY_MS, nowUsed - used));
    [at, used] = [now, nowUsed];
  }, EVERY_MS).unref();
  setInterval(() => {
    appendFileSync(blocks, `${longest.toFixed(0)}\n`);
    longest = 0;
  }, WRITE_MS).unref();
}

/** Of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
