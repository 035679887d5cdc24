// Benchmark of rf verify --all, compared with the work that it cannot avoid: parsing, hashing, signatures and scoring, measured
// apart on one thread and divided by the number of cores; and its memory, which must not grow with the store.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { SigningKeys } from '@rf-indicators/contract';
import { serve } from './http/processes.ts';
import { type Form, type Measurement, median, numberText, ratioAtMost, valueAtMost } from './measurement.ts';
import { reportStep } from './progress.ts';
import { type Work, workOfIndicators, workOfRecords } from './verifying/parts.ts';
import { copyOfWorld, type StoredWorld } from './world/worlds.ts';

const SAMPLE = 300;
const MOST = 1.5;
const MOST_MEGABYTES = 400;
const LOOK_MS = 50;
const LAUNCHER = fileURLToPath(new URL('../packages/server/bin/rf.mjs', import.meta.url));

export async function verifyingBench(form: Form): Promise<Measurement[]> {
  const [few, many] = form.pick([2000, 10_000], [200, 1000]);
  const smaller = await copyOfWorld(few);
  const small = await verify(smaller.folder).finally(() => smaller.remove());
  const world = await copyOfWorld(many);
  try {
    const { answers, verifierKey } = await sampleAnswers(world, SAMPLE);
    const cores = os.availableParallelism();
    const rounds: { verified: Verified; apart: number; work: Work }[] = [];
    for (let round = 1; round <= form.pick(3, 1); round += 1) {
      reportStep(`verifying, round ${round}`);
      const verified = await verify(world.folder);
      reportStep('the same work apart');
      const work = addUp([
        await workOfIndicators(answers, verifierKey, world.providers.length),
        await workOfRecords(world.folder),
      ]);
      rounds.push({
        verified,
        work,
        apart: Object.values(work).reduce((sum, part) => sum + part, 0) / cores,
      });
    }
    const { work } = rounds[0]!;
    const parts = Object.entries(work).map(([part, seconds]) => `${part} ${seconds.toFixed(1)} s`);
    return [
      ratioAtMost(
        {
          what: `rf verify --all with ${numberText(world.providers.length)} indicators / its hashing, signatures, parsing and scoring, divided by ${cores} cores`,
          ours: {
            label: 'rf verify --all',
            value: median(rounds.map(({ verified }) => verified.seconds)),
            unit: 's',
          },
          peer: {
            label: 'its parts, divided by cores',
            value: median(rounds.map(({ apart }) => apart)),
            unit: 's',
          },
          note: `on one thread: ${parts.join(', ')}`,
        },
        MOST,
      ),
      memory(Math.max(...rounds.map(({ verified }) => verified.megabytes)), world.providers.length),
      memory(small.megabytes, few),
    ];
  } finally {
    world.remove();
  }
}

function memory(megabytes: number, indicators: number): Measurement {
  return valueAtMost(
    `peak memory of rf verify --all with ${numberText(indicators)} indicators`,
    { label: 'rf verify --all', value: megabytes, unit: 'MB' },
    MOST_MEGABYTES,
  );
}

interface Verified {
  seconds: number;
  /** The most that was resident. */
  megabytes: number;
}

async function verify(folder: string): Promise<Verified> {
  const begun = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, 'verify', '--all'], {
    env: { ...process.env, RF_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let megabytes = 0;
  const looking = setInterval(() => {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid!));
  }, LOOK_MS);
  const ended = once(child, 'exit');
  const output = await text(child.stdout);
  await ended;
  clearInterval(looking);
  if (!output.includes('VERIFIED')) throw new Error(`the store did not verify:\n${output}`);
  return { seconds: (performance.now() - begun) / 1000, megabytes };
}

/** 0 once the process has ended. */
function peakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** What the service answers about some indicators: their packages, statements and signatures. */
async function sampleAnswers(
  world: StoredWorld,
  count: number,
): Promise<{ answers: string[]; verifierKey: string }> {
  const server = await serve(world);
  try {
    const headers = { 'x-api-key': world.keys[0]! };
    const textOf = async (path: string) => {
      const response = await fetch(`${server.url}${path}`, { headers });
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
      return response.text();
    };
    const answers: string[] = [];
    for (const id of world.providers.slice(0, count)) {
      const { verification_id } = JSON.parse(await textOf(`/api/v1/scores/${id}`));
      answers.push(await textOf(`/api/v1/computation/${verification_id}`));
    }
    const { data } = JSON.parse(await textOf('/api/public/keys')) as SigningKeys;
    return { answers, verifierKey: data[0]!.public_key };
  } finally {
    await server.stop();
  }
}

function addUp(works: readonly Work[]): Work {
  const sum: Work = { parsing: 0, hashing: 0, signatures: 0, scoring: 0 };
  for (const work of works) for (const part of Object.keys(sum) as (keyof Work)[]) sum[part] += work[part];
  return sum;
}
