// Benchmark of the start of the service with 100,000 providers, compared with 100: from the start of the process until
// /readyz answers 200, and until a first score with a key is answered.

import { type Form, type Measurement, median, numberText, ratioAtMost } from '../measurement.ts';
import { reportStep } from '../progress.ts';
import { type StoredWorld, sqliteWorld } from '../world/worlds.ts';
import { serve } from './processes.ts';

const FEW = 100;
const LOOK_MS = 2;
const UNIT = 'ms';

interface Start {
  ready: number;
  firstScore: number;
}

export async function startBench(form: Form): Promise<Measurement[]> {
  const few = await sqliteWorld(FEW);
  const many = await sqliteWorld(form.pick(100_000, 2000));
  const starts = form.pick(9, 2);
  const times = { few: [] as Start[], many: [] as Start[] };
  // The first start compiles the code and reads the files into the page cache.
  await measureStart(few);
  await measureStart(many);
  for (let round = 1; round <= starts; round += 1) {
    times.few.push(await measureStart(few));
    times.many.push(await measureStart(many));
    reportStep(`start ${round} of ${starts}`);
  }
  const count = many.providers.length;
  const figure = (of: readonly Start[], until: keyof Start, providers: number) => ({
    label: `${numberText(providers)} providers`,
    value: median(of.map((start) => start[until])),
    unit: UNIT,
  });
  return (['ready', 'firstScore'] as const).map((until) =>
    ratioAtMost(
      {
        what: `from the start to ${until === 'ready' ? 'ready' : 'the first score with a key'}, ${numberText(count)} providers / ${FEW}`,
        ours: figure(times.many, until, count),
        peer: figure(times.few, until, FEW),
        note: `median of ${starts} starts each, in turns, on one core`,
      },
      2,
    ),
  );
}

async function measureStart(world: StoredWorld): Promise<Start> {
  const begun = performance.now();
  const server = await serve(world);
  try {
    await until200(`${server.url}/readyz`);
    const ready = performance.now() - begun;
    await until200(`${server.url}/api/v1/scores/${world.providers.at(-1)}`, { 'x-api-key': world.keys[0]! });
    return { ready, firstScore: performance.now() - begun };
  } finally {
    await server.stop();
  }
}

async function until200(url: string, headers: Record<string, string> = {}): Promise<void> {
  for (;;) {
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (response.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
