// Benchmark of several nodes on one PostgreSQL and one Redis: how soon a publication is served by every node.

import { setTimeout as wait } from 'node:timers/promises';
import { makeDemo } from '../../scripts/faults/world/demo.ts';
import { startWorld } from '../../scripts/faults/world/world.ts';
import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import { type Form, type Measurement, median, valueAtMost } from '../measurement.ts';
import { reportProgress, reportStep } from '../progress.ts';

const NODES = 3;
const POLL_MS = 5;
const LATEST_MS = 10_000;

export async function nodesBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  return [await servedEverywhere(form)];
}

/** From the confirmation of a publication until each node serves it. */
async function servedEverywhere(form: Form): Promise<Measurement> {
  const demo = await makeDemo(() => undefined);
  const world = await startWorld({
    demo,
    nodes: NODES,
    load: { readsPerSecond: 0, publicationPauseMs: null, burstPauseMs: null },
  });
  const count = form.pick(200, 5);
  const delays: number[] = [];
  try {
    const { publications, providers } = world.load;
    const pages = (provider: string) => world.nodes.map(({ url }) => `${url}/providers/${provider}`);
    const changing = providers.slice(0, 3);
    for (let published = 0; published < count; ) {
      const before = new Map(
        await Promise.all(
          changing
            .flatMap((provider) => pages(provider))
            .map(async (page) => [page, await newestId(page)] as const),
        ),
      );
      const wasPublished = await publications.publishOnce();
      const confirmed = performance.now();
      if (!wasPublished) continue;
      published += 1;
      const provider = publications.lastProvider;
      await Promise.all(
        pages(provider).map(async (page) => {
          while ((await newestId(page)) === before.get(page)) {
            if (performance.now() - confirmed > LATEST_MS) break;
            await wait(POLL_MS);
          }
        }),
      );
      delays.push(performance.now() - confirmed);
      reportProgress(`served everywhere: ${published} of ${count}`);
    }
  } finally {
    await world.stop();
  }
  reportStep('served everywhere');
  const sorted = delays.toSorted((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1]!;
  return valueAtMost(
    `a publication is served by all of ${NODES} nodes, p99 of ${count}`,
    { label: 'p99', value: p99 / 1000, unit: 's' },
    1,
    `from its confirmation over HTTP to the page of its provider; median ${Math.round(median(delays))} ms, longest ${Math.round(sorted.at(-1)!)} ms`,
  );
}

/** The first verification id on the page of a provider, which is that of the current indicator. */
async function newestId(page: string): Promise<string> {
  const text = await (await fetch(page)).text();
  return /RF-[0-9A-Z]{5}(?:-[0-9A-Z]{5,6})+/.exec(text)?.[0] ?? '';
}
