// Benchmark of clients that read with a key while others hold connections open without using them: 500 that never read,
// 900 that send thousands of requests at once and never read, 2,000 that send nothing, 500 that send headers one byte a second, and 500 that send a body so. The server, the
// attackers and the measured client are separate processes. Each attack is compared with the rest before and after it.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { asMeasured, type Form, type Measurement, median } from '../measurement.ts';
import { reportStep } from '../progress.ts';
import { sqliteWorld } from '../world/worlds.ts';
import { serve } from './processes.ts';
import type { Attack } from './slow-clients/attack.ts';
import type { Reads } from './slow-clients/good-client.ts';

const PROVIDERS = 100;
const READS = 500;
const ROUNDS = 3;
const MOST_TIMES = 2;
/** How long attackers hold on before reads are measured. */
const SETTLE_MS = 2000;
const CONNECTIONS: Record<Attack, number> = {
  'never read': 500,
  pipelined: 900,
  idle: 2000,
  'slow headers': 500,
  'slow bodies': 500,
};

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export async function slowClientsBench(form: Form): Promise<Measurement[]> {
  const world = await sqliteWorld(PROVIDERS);
  const { keys, providers } = world;
  const paths = ['/api/v1/scores', ...providers.slice(0, 5).map((id) => `/api/v1/scores/${id}/history`)];
  const server = await serve(world);
  const memory = () => server.residentBytes() / 1_000_000;
  try {
    await server.isIdle();
    let phase = 0;
    const p99 = () => readP99(server.url, keys[phase++ % keys.length]!, paths);
    // The first requests wait for compilation.
    await p99();
    const measured: Measurement[] = [];
    const atRest = memory();
    for (const [attack, count] of Object.entries(CONNECTIONS) as [Attack, number][]) {
      measured.push(await measureAttack(server.url, attack, count, p99, form.pick(ROUNDS, 1)));
      if (attack === 'pipelined') measured.push(memoryOf(count, memory(), atRest));
    }
    return measured;
  } finally {
    await server.stop();
  }
}

function memoryOf(count: number, during: number, atRest: number): Measurement {
  return asMeasured({
    what: `resident memory, after ${count} clients (pipelined), compared with that before any attack`,
    ours: { label: 'after', value: during, unit: 'MB' },
    peer: { label: 'before', value: atRest, unit: 'MB' },
  });
}

async function measureAttack(
  url: string,
  attack: Attack,
  count: number,
  p99: () => Promise<number>,
  times: number,
): Promise<Measurement> {
  const rounds: { rest: number; during: number }[] = [];
  for (let round = 0; round < times; round += 1) {
    const before = await p99();
    const attackers = await startAttack(url, attack, count);
    reportStep(`${count} clients (${attack})`);
    const during = await p99().finally(() => attackers.stop());
    rounds.push({ rest: (before + (await p99())) / 2, during });
  }
  const ratio = median(rounds.map(({ rest, during }) => during / rest));
  const [rest, during] = [median(rounds.map((one) => one.rest)), median(rounds.map((one) => one.during))];
  return {
    what: `p99 of keyed reads, with ${count} clients (${attack}), compared with the p99 at rest`,
    measured: `${ratio.toFixed(2)} times (${rest.toFixed(1)} ms at rest, ${during.toFixed(1)} ms)`,
    target: `at most ${MOST_TIMES}`,
    met: ratio <= MOST_TIMES,
    figures: [
      { label: 'meanwhile', value: during, unit: 'ms' },
      { label: 'at rest', value: rest, unit: 'ms' },
    ],
    ratio,
    note: `The ratio is the median of ${times} ratios, and the times are medians of their own.`,
  };
}

async function readP99(url: string, key: string, paths: readonly string[]): Promise<number> {
  const { times, failures } = await readAsClient(url, key, READS, paths);
  if (failures.length > 0) throw new Error(`${failures.length} of ${READS} reads failed: ${failures[0]}`);
  return times[Math.floor(times.length * 0.99)]!;
}

export async function readAsClient(
  url: string,
  key: string,
  count: number,
  paths: readonly string[],
): Promise<Reads> {
  const args = [file('slow-clients/good-client.ts'), url, key, String(count), ...paths];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Reads;
}

/** Resolves when all its connections have been open for a while. */
export async function startAttack(
  url: string,
  attack: Attack,
  count: number,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, [file('slow-clients/attack.ts'), attack, url, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return {
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
