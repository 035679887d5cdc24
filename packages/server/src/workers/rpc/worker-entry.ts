// Entry point of every worker thread.

import { parentPort, workerData } from 'node:worker_threads';
import { releaseStartupMemory } from './startup-memory.ts';
import type { WorkerModule } from './worker-module.ts';

export interface WorkerEntryData {
  /** The URL of the worker's module. */
  file: string;
  settings: unknown;
}

const { file, settings } = workerData as WorkerEntryData;
const { run } = (await import(file)) as WorkerModule;
await run(parentPort!, settings as never);
releaseStartupMemory();
