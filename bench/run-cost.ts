// Benchmark of a run and its publication with 100,000 providers, compared with 10,000: processor time per provider, when
// each of them gets a new indicator. The smaller world is measured before the larger one and again after it, because the
// load of the machine changes.

import { type Form, type Measurement, median, numberText, ratioAtMost } from './measurement.ts';
import { reportStep } from './progress.ts';
import type { Republished } from './world/republish.ts';
import { republish } from './world/republishing.ts';
import { copyOfWorld } from './world/worlds.ts';

const MOST = 1.15;
/** Providers. */
const WARM_UP = 500;
const MEGABYTE = 1_000_000;

export async function runCostBench(form: Form): Promise<Measurement[]> {
  const [few, many] = form.pick([10_000, 100_000], [500, 2000]);
  const before = await republishCopy(few);
  const large = await republishCopy(many);
  const small = [before, await republishCopy(few)];
  return (['run', 'publish', 'both'] as const).map((phase) =>
    ratioAtMost(
      {
        what: `${phase === 'both' ? 'run and publish' : phase}, cost per provider, ${numberText(many)} providers / ${numberText(few)}`,
        ours: {
          label: `${numberText(many)} providers`,
          value: costOf(large, phase),
          unit: 'ms of CPU time per provider',
        },
        peer: {
          label: `${numberText(few)} providers`,
          value: median(small.map((one) => costOf(one, phase))),
          unit: 'ms of CPU time per provider',
        },
        note: `peak memory ${Math.round(large.peak / MEGABYTE)} MB and ${Math.round(before.peak / MEGABYTE)} MB`,
      },
      MOST,
    ),
  );
}

function costOf({ published, run, publish }: Republished, phase: 'run' | 'publish' | 'both'): number {
  return { run, publish, both: run + publish }[phase] / published;
}

async function republishCopy(providers: number): Promise<Republished> {
  const world = await copyOfWorld(providers);
  reportStep(`running and publishing ${providers} providers`);
  try {
    return await republish(world.folder, { warmUp: WARM_UP });
  } finally {
    world.remove();
  }
}
