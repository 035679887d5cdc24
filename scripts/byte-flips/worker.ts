// A thread that judges flips, one after the other.

import { parentPort, workerData } from 'node:worker_threads';
import { type Flip, judgeFlip, readIntact } from './judge.ts';

export interface WorkerData {
  folder: string;
  scratch: string;
  now: number;
  flips: readonly Flip[];
}

const { folder, scratch, now, flips } = workerData as WorkerData;
const intact = await readIntact(folder, now);
for (const flip of flips) parentPort!.postMessage(await judgeFlip(intact, flip, scratch));
