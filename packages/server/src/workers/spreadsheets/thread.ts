// Client of the thread that writes XLSX, for the reading thread: a list of 10,000 rows takes seconds, in which nobody else could
// read. It starts with the first file, and ends when none was asked for during a minute.

import type { Sheet, WriteXlsx } from '../../rendering/spreadsheets/sheet.ts';
import { lazyThread } from '../rpc/lazy-thread.ts';
import type { Isolation, ThreadOptions } from '../rpc/thread.ts';

const IDLE_MS = 60_000;
/** The reading thread lets fewer wait. */
const MAX_PENDING = 100;
const STOP_MS = 2000;

export interface SpreadsheetThread {
  write: WriteXlsx;
  stop(): Promise<void>;
}

export function spreadsheetThread(
  onError: ThreadOptions['onError'],
  isolation: Isolation | undefined,
): SpreadsheetThread {
  const thread = lazyThread({
    ...{ file: new URL('./worker.ts', import.meta.url), settings: null, isolation, onError },
    ...{ maxPending: MAX_PENDING, priority: 'delivering', stopMs: STOP_MS },
  });
  return {
    write: (sheet: Sheet) => thread.call('write', sheet, { idleMs: IDLE_MS }),
    stop: () => thread.stop(),
  };
}
