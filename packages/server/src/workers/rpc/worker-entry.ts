// Entry point of every worker thread.

import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { type Priority, setThreadPriority } from './priority.ts';
import type { WorkerModule } from './requests.ts';
import { releaseStartupMemory } from './startup-memory.ts';

/** After the start, which other threads are busy with too; the desk's thread has usually ended by then. */
const TIDY_AFTER_MS = 3000;

export interface WorkerEntryData {
  /** The URL of the worker's module. */
  file: string;
  settings: unknown;
  priority: Priority;
}

const { file, settings, priority } = workerData as WorkerEntryData;
setThreadPriority(priority);
const { run } = (await import(file)) as WorkerModule;
await run(parentPort!, settings as never);
setTimeout(() => {
  // Otherwise written when the thread ends, and never if the process is killed.
  flushCompileCache();
  releaseStartupMemory();
}, TIDY_AFTER_MS).unref();
