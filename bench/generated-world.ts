// Fills a store with generated providers, from the import to the publication of the second day. bench/publishing.ts
// runs it as a child process to measure its memory:
//   node --expose-gc generated-world.ts PROVIDERS WORLDS

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { asRows } from '@rf-indicators/core/desk/import/file';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { importProviders } from '@rf-indicators/core/desk/providers/provider-import';
import { approveRun } from '@rf-indicators/core/desk/publication/approvals';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { type MasterKey, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import type { Store } from '@rf-indicators/core/store/store';
import {
  type DemoPeople,
  initialiseDemo,
  type SampleProvider,
  sampleProviders,
  shippedFramework,
} from '../packages/server/src/demo/founding.ts';
import type { SimulatedDesk } from '../packages/server/src/demo/simulated-desk.ts';
import { BEGIN, FIRST_RUN, PAYS_BITCOIN } from '../packages/server/src/demo/story.ts';

/** `run` and `publish` cover two days: on the first every score is new, on the second most are confirmed and some drift. */
export const PHASES = ['import', 'inputs', 'run', 'publish'] as const;
export type Phase = (typeof PHASES)[number];
/** Milliseconds of CPU time per provider, which does not depend on the load of the machine. */
export type Cost = Record<Phase, number>;

export interface WorldsCost {
  /** One entry per world; all worlds have the same size. */
  costs: Cost[];
  /** Heap in bytes at the end, after garbage collection. */
  heap: number;
  /** Peak memory of the process in bytes. */
  peak: number;
}

const DAY = 24 * 60 * 60 * 1000;
/** A typical number of providers in an analyst's file. */
const PROVIDERS_A_FILE = 500;
const WARM_UP = 1000;

const { methodology } = shippedFramework();
const samples = sampleProviders();

/** A provider that depends on the number alone, so that every execution generates the same ones. */
function generated(number: number): SampleProvider {
  const sample = samples[number % samples.length]!;
  const name = `Generated ${String(number).padStart(5, '0')}`;
  const inputs = Object.entries(sample.inputs).map(([id, input]) => [id, varied(id, input, number)]);
  return { ...sample, name, inputs: Object.fromEntries(inputs) };
}

/** Inputs that can vary independently of others without failing the entry checks. */
const FREE = new Set(['liquid_cover_7d', 'equity_ratio', 'named_exposure_share', 'independent_oversight']);

function varied<Input extends { value: string }>(id: string, input: Input, number: number): Input {
  if (!FREE.has(id)) return input;
  const share = 0.5 + ((number * 7919) % 1000) / 2000;
  return { ...input, value: (Number(input.value) * share).toFixed(2) };
}

/** The facts have the evidence of the spread, which is derived from the yield. */
function providerRow(provider: SampleProvider) {
  const { name, planner_type, provider_subtype, yield_min, yield_max, flags } = provider;
  const payout_currency = provider.provider_id === PAYS_BITCOIN ? 'BTC' : 'USD';
  const { grade, evidence_date } = provider.inputs.yield_spread!;
  const document = documentOf('terms', name);
  const evidence = { kind: 'terms', title: `Terms of ${name}`, evidence_date, grade, document };
  return { name, planner_type, provider_subtype, yield_min, yield_max, payout_currency, flags, evidence };
}

function documentOf(kind: string, name: string) {
  return { bytes: Buffer.from(`The generated ${kind} of ${name}.`), media_type: 'text/plain' };
}

/** One document per provider, cited with the date and grade of each value. */
function inputRows({ name, gates, inputs }: SampleProvider) {
  const document = documentOf('report', name);
  const provider = name.toLowerCase().replace(' ', '-');
  return Object.entries({ ...gates, ...inputs }).map(([input, { value, grade, evidence_date }]) => {
    const evidence = { kind: 'report', title: `Report of ${name}`, evidence_date, grade, document };
    return { provider, input, value, evidence };
  });
}

export interface World {
  desk: SimulatedDesk;
  people: DemoPeople;
  publisher: Publisher;
}

/** The clock advances as in production, because time-ordered ids from a stopped clock would be in random order. */
function runningDesk(store: Store): SimulatedDesk {
  let offset = BEGIN - Date.now();
  const clock = () => Date.now() + offset;
  return {
    store,
    clock,
    newId: () => uuidV7(clock()),
    moveTo: (instant) => {
      offset = instant - Date.now();
    },
  };
}

async function enterProviders({ desk, people }: World, providers: number): Promise<void> {
  const rows = Array.from({ length: providers }, (_, index) => providerRow(generated(index + 1)));
  const { batch_id } = await importProviders(desk, people.analyst, asRows(rows), methodology);
  await decide(desk, people.reviewer, { batchId: batch_id! }, 'approved', { unopened: true });
}

async function enterInputs({ desk, people }: World, providers: number): Promise<void> {
  for (let at = 1; at <= providers; at += PROVIDERS_A_FILE) {
    const numbers = Array.from({ length: Math.min(PROVIDERS_A_FILE, providers + 1 - at) }, (_, i) => at + i);
    const rows = numbers.flatMap((number) => inputRows(generated(number)));
    const { batchId } = await proposeInputs(desk, people.analyst, methodology, asRows(rows));
    await decide(desk, people.reviewer, { batchId }, 'approved', { unopened: true });
  }
}

/** Goes from an empty store to the publication of the second day, then deletes the store. */
async function live(providers: number): Promise<Cost> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rf-bench-'));
  const store = await openStore({ dataDir, databaseUrl: null });
  try {
    const masterKey = readMasterKey('', Buffer.alloc(32, 7).toString('base64'));
    return await liveIn(await foundWorld(store, masterKey), providers);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}

export async function foundWorld(store: Store, masterKey: MasterKey): Promise<World> {
  const desk = runningDesk(store);
  const people = await initialiseDemo(desk, masterKey);
  return { desk, people, publisher: { masterKey, policy: DEFAULT_POLICY, checkpointFile: null } };
}

async function liveIn(world: World, providers: number): Promise<Cost> {
  const cost: Cost = { import: 0, inputs: 0, run: 0, publish: 0 };
  const measure: Measure = async (phase, act) => {
    const begun = process.cpuUsage();
    const outcome = await act();
    const { user, system } = process.cpuUsage(begun);
    cost[phase] += (user + system) / 1000 / providers;
    return outcome;
  };
  await measure('import', () => enterProviders(world, providers));
  await measure('inputs', () => enterInputs(world, providers));
  const first = await publishDay(world, FIRST_RUN, measure);
  if (first.published < providers) throw new Error(`only ${first.published} were published`);
  const next = await publishDay(world, FIRST_RUN + DAY, measure);
  if (next.verified + next.published < providers || next.verified < providers / 2)
    throw new Error(`only ${next.verified} were confirmed, and ${next.published} published`);
  return cost;
}

/** The same without measurements, and only up to the first publication. */
export async function publishFirstDay(world: World, providers: number): Promise<void> {
  await enterProviders(world, providers);
  await enterInputs(world, providers);
  await publishDay(world, FIRST_RUN, (_, act) => act());
}

type Measure = <T>(phase: Phase, act: () => Promise<T>) => Promise<T>;

async function publishDay({ desk, people, publisher }: World, instant: number, measure: Measure) {
  desk.moveTo(instant);
  const request = { kind: 'manual', asOf: desk.clock() } as const;
  const runId = await measure('run', () => computeRun(desk, people.operator, request));
  await approveRun(desk, people.reviewer, runId);
  return measure('publish', () => publishRun(desk, people.operator, runId, publisher));
}

if (import.meta.main) {
  const [providers, worlds] = process.argv.slice(2).map(Number) as [number, number];
  await live(WARM_UP);
  const costs: Cost[] = [];
  for (let world = 1; world <= worlds; world += 1) costs.push(await live(providers));
  globalThis.gc!();
  const heap = process.memoryUsage().heapUsed;
  const measured: WorldsCost = { costs, heap, peak: process.resourceUsage().maxRSS * 1024 };
  console.log(JSON.stringify(measured));
}
