// Benchmark of import, inputs, run and publication with 10,000 providers, compared with 1,000: the cost per provider
// and the memory must not grow with their number.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Cost, PHASES, type WorldsCost } from './generated-world.ts';
import { type Form, type Measurement, median } from './measurement.ts';
import { reportStep } from './progress.ts';

/** Measured before the large world and again after it, because the load of the machine changes. */
const SMALL_WORLDS = 3;
const WARM_UP = 1000;
const LARGEST_COST = 1.2;
const LARGEST_HEAP = 1.05;
const LARGEST_PEAK = 1.5;

export async function publishingBench(form: Form): Promise<Measurement[]> {
  const [fewer, more] = form.pick([1000, 10_000], [100, 300]);
  const worlds = form.pick(SMALL_WORLDS, 1);
  const warmUp = form.pick(WARM_UP, 100);
  const few = await makeWorlds(fewer, worlds, warmUp);
  const many = await makeWorlds(more, 1, warmUp);
  const fewAgain = await makeWorlds(fewer, worlds, warmUp);
  const small = [...few.costs, ...fewAgain.costs];
  const costRatio = (costOf: (cost: Cost) => number) => costOf(many.costs[0]!) / median(small.map(costOf));
  const compared = `per provider with ${more} providers, compared with ${fewer}`;
  return [
    ...PHASES.map((phase) =>
      measurement(
        `${phase} ${compared}`,
        costRatio((cost) => cost[phase]),
        LARGEST_COST,
      ),
    ),
    measurement(`total ${compared}`, costRatio(total), LARGEST_COST),
    measurement(`heap after ${more} providers, compared with ${fewer}`, many.heap / few.heap, LARGEST_HEAP),
    measurement(
      `peak memory with ${more} providers, compared with ${fewer}`,
      many.peak / few.peak,
      LARGEST_PEAK,
    ),
  ];
}

/** Uses a separate process, because peak memory can only be measured per process. */
async function makeWorlds(providers: number, worlds: number, warmUp: number): Promise<WorldsCost> {
  reportStep(`${worlds} × ${providers} providers`);
  const script = fileURLToPath(new URL('generated-world.ts', import.meta.url));
  const args = ['--expose-gc', script, String(providers), String(worlds), String(warmUp)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

function measurement(what: string, ratio: number, limit: number): Measurement {
  return {
    what,
    measured: `${ratio.toFixed(2)} times`,
    target: `at most ${limit}`,
    met: ratio <= limit,
    ratio,
  };
}

function total(cost: Cost): number {
  return PHASES.reduce((sum, phase) => sum + cost[phase], 0);
}
