// Benchmark of reads while 10,000 providers are scored and published: p99 at a fixed rate of 2,000 reads a second, compared
// with the p99 at rest. The service and the process that publishes share one core; only the client has the other.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectStore } from '@rf-indicators/core/store/connect';
import { type Form, type Measurement, median, numberText, ratioAtMost } from '../measurement.ts';
import { reportStep } from '../progress.ts';
import { republish } from '../world/republishing.ts';
import { copyOfWorld, type StoredWorld, scratch } from '../world/worlds.ts';
import type { FixedRate, Latencies } from './fixed-rate.ts';
import { CLIENT_CORE, SERVER_CORE, serve } from './processes.ts';

const RATE = 2000;
const HOT_SET = 1000;
const MOST = 2;
const LOOK_MS = 500;

export async function besideRunsBench(form: Form): Promise<Measurement[]> {
  const world = await copyOfWorld(form.pick(10_000, 1000));
  const restMs = form.pick(20_000, 5000);
  const rest = (url: string) => latenciesDuring(url, world, { ended: () => wait(restMs) }, form);
  try {
    const everything = await besideRepublishing(world, rest, form);
    const daily = await besideDailyRun(world, rest, form);
    const count = numberText(world.providers.length);
    return [
      measurement(`${count} providers run and publish, a new indicator for each`, everything),
      measurement(`the daily run scores ${count} providers and confirms or publishes them`, daily),
    ];
  } finally {
    world.remove();
  }
}

interface Compared {
  rest: readonly Latencies[];
  during: Latencies;
}

type Rest = (url: string) => Promise<Latencies>;

/** A process of its own runs and publishes, as rf run and rf publish do. */
async function besideRepublishing(world: StoredWorld, rest: Rest, form: Form): Promise<Compared> {
  const server = await serve(world);
  try {
    await server.isIdle();
    reportStep('reads at rest');
    const before = await rest(server.url);
    reportStep('reads while everything is run and published');
    const work = { ended: () => republish(world.folder, { core: SERVER_CORE }) };
    const during = await latenciesDuring(server.url, world, work, form);
    await server.isIdle();
    return { rest: [before, await rest(server.url)], during };
  } finally {
    await server.stop();
  }
}

/** The background thread of the service runs and publishes, soon after the start. */
async function besideDailyRun(world: StoredWorld, rest: Rest, form: Form): Promise<Compared> {
  const server = await serve(world, { RF_DAILY_RUN: 'publish' });
  try {
    reportStep('reads during the daily run');
    const work = { begun: () => dailyRun(world, 'begun'), ended: () => dailyRun(world, 'published') };
    const during = await latenciesDuring(server.url, world, work, form);
    await server.isIdle();
    return { rest: [await rest(server.url)], during };
  } finally {
    await server.stop();
  }
}

/** Resolves when the store has such a daily run. */
async function dailyRun({ folder, databaseUrl }: StoredWorld, state: 'begun' | 'published'): Promise<void> {
  const store = await connectStore({ dataDir: folder, databaseUrl });
  try {
    for (;;) {
      const run = await store.db
        .selectFrom('runs')
        .leftJoin('publications', 'publications.run_id', 'runs.id')
        .select('publications.id as publication')
        .where('runs.kind', '=', 'scheduled')
        .executeTakeFirst();
      if (run !== undefined && (state === 'begun' || run.publication !== null)) return;
      await wait(LOOK_MS);
    }
  } finally {
    await store.close();
  }
}

interface Work {
  /** Resolves when the work begins. */
  begun?: () => Promise<unknown>;
  ended: () => Promise<unknown>;
}

/** The latencies of reads from the time that the work begins until it has ended. */
async function latenciesDuring(
  url: string,
  { keys, providers }: StoredWorld,
  { begun, ended }: Work,
  form: Form,
): Promise<Latencies> {
  const file = path.join(mkdtempSync(path.join(scratch(), 'rate-')), 'settings.json');
  const settings: FixedRate = { url, requestsPerSecond: RATE, keys, providers: providers.slice(0, HOT_SET) };
  writeFileSync(file, JSON.stringify(settings));
  const script = fileURLToPath(new URL('fixed-rate.ts', import.meta.url));
  const client = spawn('taskset', ['-c', CLIENT_CORE, process.execPath, script, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(client, 'exit');
  const output = text(client.stdout);
  try {
    // The first requests wait for compilation.
    await wait(form.pick(5000, 3000));
    await begun?.();
    client.stdin.write('begin\n');
    await ended();
  } finally {
    client.stdin.end();
  }
  const [code] = await exited;
  if (code !== 0) throw new Error(`the client ended with ${code}`);
  const latencies = JSON.parse(await output) as Latencies;
  const { p50, p99, max } = latencies;
  reportStep(`p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, longest ${max.toFixed(1)} ms`);
  return latencies;
}

function measurement(what: string, { rest, during }: Compared): Measurement {
  const milliseconds = (value: number) => value.toFixed(1);
  const compared = ratioAtMost(
    {
      what: `p99 at ${numberText(RATE)} reads a second while ${what} / at rest, on one core`,
      ours: { label: 'meanwhile', value: during.p99, unit: 'ms' },
      peer: { label: 'at rest', value: median(rest.map(({ p99 }) => p99)), unit: 'ms' },
      note: `meanwhile: ${numberText(during.requests)} reads, p50 ${milliseconds(during.p50)} ms, p99.9 ${milliseconds(during.p999)} ms, longest ${milliseconds(during.max)} ms, ${during.errors} errors`,
    },
    MOST,
  );
  return { ...compared, met: compared.met && during.errors === 0 };
}
