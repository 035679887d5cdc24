// Fills a store with generated providers through the acts, from the import to the publication of the second day.
// bench/publishing.ts runs it as a child process to measure its memory:
//   node --expose-gc generated-world.ts PROVIDERS WORLDS WARM_UP

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { createStore } from '@rf-indicators/core/store/open';
import { FIRST_RUN } from '../packages/server/src/demo/story.ts';
import { enterInputs, enterProviders, foundWorld, publishDay, type World } from './world/desk.ts';

/** `run` and `publish` cover two days: on the first every score is new, on the second most are confirmed and some drift. */
export const PHASES = ['import', 'inputs', 'run', 'publish'] as const;
export type Phase = (typeof PHASES)[number];
/** Milliseconds of CPU time per provider, which does not depend on the load of the machine. */
export type Cost = Record<Phase, number>;

export interface WorldsCost {
  /** One entry per world; all worlds have the same size. */
  costs: Cost[];
  /** Heap in bytes at the end, after garbage collection. */
  heap: number;
  /** Peak memory of the process in bytes. */
  peak: number;
}

const DAY = 24 * 60 * 60 * 1000;

/** Goes from an empty store to the publication of the second day, then deletes the store. */
async function live(providers: number): Promise<Cost> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rf-bench-'));
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  const store = await createStore({ dataDir, databaseUrl: null, masterKey });
  try {
    return await liveIn(await foundWorld(store, readMasterKey('', masterKey)), providers);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function liveIn(world: World, providers: number): Promise<Cost> {
  const cost: Cost = { import: 0, inputs: 0, run: 0, publish: 0 };
  const measure = async <T>(phase: Phase, act: () => Promise<T>): Promise<T> => {
    const begun = process.cpuUsage();
    const outcome = await act();
    const { user, system } = process.cpuUsage(begun);
    cost[phase] += (user + system) / 1000 / providers;
    return outcome;
  };
  await measure('import', () => enterProviders(world, providers));
  await measure('inputs', () => enterInputs(world, providers));
  world.desk.moveTo(FIRST_RUN);
  const first = await publishDay(world, measure);
  if (first.published < providers) throw new Error(`only ${first.published} were published`);
  world.desk.moveTo(FIRST_RUN + DAY);
  const next = await publishDay(world, measure);
  if (next.verified + next.published < providers || next.verified < providers / 2)
    throw new Error(`only ${next.verified} were confirmed, and ${next.published} published`);
  return cost;
}

if (import.meta.main) {
  const [providers, worlds, warmUp] = process.argv.slice(2).map(Number) as [number, number, number];
  await live(warmUp);
  const costs: Cost[] = [];
  for (let world = 1; world <= worlds; world += 1) costs.push(await live(providers));
  globalThis.gc!();
  const heap = process.memoryUsage().heapUsed;
  const measured: WorldsCost = { costs, heap, peak: process.resourceUsage().maxRSS * 1024 };
  console.log(JSON.stringify(measured));
}
