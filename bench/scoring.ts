// Benchmark of scoring, compared with JSON.parse of the same inputs, and of memory over a million scores.

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadMethodology, score } from '@rf-indicators/engine';
import type { Form, Measurement } from './measurement.ts';

const ROUNDS = 15;
const SCORES_PER_ROUND = 20_000;
const MILLION = 1_000_000;

function readRepositoryJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
}

export function scoringBench(form: Form): Measurement[] {
  const methodology = loadMethodology(readRepositoryJson('methodology/rf-framework-1.0.json'));
  const providers = readRepositoryJson('methodology/samples/providers.json') as unknown[];
  const texts = providers.map((provider) => JSON.stringify(provider));
  const scoreNext = (index: number) => score(methodology, providers[index % providers.length]).status.length;
  const parseNext = (index: number) => Object.keys(JSON.parse(texts[index % texts.length]!)).length;

  const ratio = medianRatio(scoreNext, parseNext);
  const growth = heapGrowth(scoreNext, form.pick(MILLION, 100_000));
  if (sink === 0) throw new Error('the work was optimised away');
  return [
    {
      what: 'scoring a provider with its decision object, compared with JSON.parse of its inputs',
      measured: `${ratio.toFixed(2)} times`,
      target: 'at most 4',
      met: ratio <= 4,
      ratio,
    },
    {
      what: 'heap after a million scores, compared with the heap after the first ten thousand',
      measured: `${growth.toFixed(3)} times`,
      target: 'at most 1.05',
      met: growth <= 1.05,
      ratio: growth,
    },
  ];
}

/** Both sides take turns, so that other load slows both; the median ignores outliers. */
function medianRatio(work: (index: number) => number, peer: (index: number) => number): number {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) ratios.push(time(work) / time(peer));
  return ratios.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

let sink = 0;

function time(work: (index: number) => number): number {
  const begun = performance.now();
  for (let index = 0; index < SCORES_PER_ROUND; index += 1) sink += work(index);
  return performance.now() - begun;
}

function heapGrowth(work: (index: number) => number, scores: number): number {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const heapUsed = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  let index = 0;
  for (; index < 10_000; index += 1) sink += work(index);
  const before = heapUsed();
  for (; index < scores; index += 1) sink += work(index);
  return heapUsed() / before;
}
