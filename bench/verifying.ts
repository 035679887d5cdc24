// Benchmark of rf verify --all, compared with the work that it cannot avoid: parsing, hashing, signatures and scoring, measured
// apart on one thread and divided by the number of cores.

import { execFile } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SigningKeys } from '@rf-indicators/contract';
import { serve } from './http/processes.ts';
import { type Form, type Measurement, median, numberText, ratioAtMost } from './measurement.ts';
import { reportStep } from './progress.ts';
import { type Work, workOfIndicators, workOfRecords } from './verifying/parts.ts';
import { copyOfWorld, type StoredWorld } from './world/worlds.ts';

const SAMPLE = 300;
const MOST = 1.5;
const LAUNCHER = fileURLToPath(new URL('../packages/server/bin/rf.mjs', import.meta.url));

export async function verifyingBench(form: Form): Promise<Measurement[]> {
  const world = await copyOfWorld(form.pick(10_000, 1000));
  try {
    const { answers, verifierKey } = await sampleAnswers(world, SAMPLE);
    const cores = os.availableParallelism();
    const rounds: { verify: number; apart: number; work: Work }[] = [];
    for (let round = 1; round <= form.pick(3, 1); round += 1) {
      reportStep(`verifying, round ${round}`);
      const verify = await secondsOfVerify(world.folder);
      reportStep('the same work apart');
      const work = addUp([
        await workOfIndicators(answers, verifierKey, world.providers.length),
        await workOfRecords(world.folder),
      ]);
      rounds.push({ verify, work, apart: Object.values(work).reduce((sum, part) => sum + part, 0) / cores });
    }
    const { work } = rounds[0]!;
    const parts = Object.entries(work).map(([part, seconds]) => `${part} ${seconds.toFixed(1)} s`);
    return [
      ratioAtMost(
        {
          what: `rf verify --all with ${numberText(world.providers.length)} indicators / its hashing, signatures, parsing and scoring, divided by ${cores} cores`,
          ours: { label: 'rf verify --all', value: median(rounds.map(({ verify }) => verify)), unit: 's' },
          peer: {
            label: 'its parts, divided by cores',
            value: median(rounds.map(({ apart }) => apart)),
            unit: 's',
          },
          note: `on one thread: ${parts.join(', ')}`,
        },
        MOST,
      ),
    ];
  } finally {
    world.remove();
  }
}

async function secondsOfVerify(folder: string): Promise<number> {
  const begun = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, 'verify', '--all'], {
    env: { ...process.env, RF_DATA_DIR: folder },
  });
  if (!stdout.includes('VERIFIED')) throw new Error(`the store did not verify:\n${stdout}`);
  return (performance.now() - begun) / 1000;
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
