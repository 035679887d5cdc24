// Benchmark of import, inputs, run and publication with 10,000 providers, compared with 1,000: the cost per provider
// and the memory must not grow with their number.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Cost, PHASES, type WorldsCost } from './generated-world.ts';
import type { Measurement } from './measurement.ts';

const FEW = 1_000;
const MANY = 10_000;
/** Measured before the large world and again after it, because the load of the machine changes. */
const SMALL_WORLDS = 3;
const LARGEST_COST = 1.2;
const LARGEST_HEAP = 1.05;
const LARGEST_PEAK = 1.5;

export async function publishingBench(): Promise<Measurement[]> {
  const few = await makeWorlds(FEW, SMALL_WORLDS);
  const many = await makeWorlds(MANY, 1);
  const fewAgain = await makeWorlds(FEW, SMALL_WORLDS);
  const small = [...few.costs, ...fewAgain.costs];
  const costRatio = (costOf: (cost: Cost) => number) => costOf(many.costs[0]!) / median(small.map(costOf));
  const compared = `per provider with ${MANY} providers, compared with ${FEW}`;
  return [
    ...PHASES.map((phase) =>
      measurement(
        `${phase} ${compared}`,
        costRatio((cost) => cost[phase]),
        LARGEST_COST,
      ),
    ),
    measurement(`total ${compared}`, costRatio(total), LARGEST_COST),
    measurement(`heap after ${MANY} providers, compared with ${FEW}`, many.heap / few.heap, LARGEST_HEAP),
    measurement(
      `peak memory with ${MANY} providers, compared with ${FEW}`,
      many.peak / few.peak,
      LARGEST_PEAK,
    ),
  ];
}

/** Uses a separate process, because peak memory can only be measured per process. */
async function makeWorlds(providers: number, worlds: number): Promise<WorldsCost> {
  const script = fileURLToPath(new URL('generated-world.ts', import.meta.url));
  const args = ['--expose-gc', script, String(providers), String(worlds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

function measurement(what: string, ratio: number, limit: number): Measurement {
  return {
    what,
    measured: `${ratio.toFixed(2)} times`,
    target: `at most ${limit}`,
    met: ratio <= limit,
  };
}

function total(cost: Cost): number {
  return PHASES.reduce((sum, phase) => sum + cost[phase], 0);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
