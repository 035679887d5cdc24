// Benchmark of the desk with 12, 2,000 and 10,000 providers: the processor time of every read and of the common acts, and how
// long a short act of one person waits for a read of another. Most answers do not depend on the number of providers, so
// their cost should not either. The worlds take turns, because the load of the machine changes.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Asked, DESK_ACTS, DESK_READS, PUBLIC_READS } from './desk/asked.ts';
import type { Question } from './desk/desk-process.ts';
import { type Form, type Measurement, median, numberText, valueAtMost } from './measurement.ts';
import { reportStep } from './progress.ts';
import { copyOfWorld } from './world/worlds.ts';

const MOST_RATIO = 2;
/** Less than this cannot be compared: see `typical`. */
const NEGLIGIBLE_MS = 2;
const MOST_P95_MS = 50;
const MOST_WAIT_MS = 100;
/** Calls of the same kind one after the other, before it is the turn of the next world. */
const IN_A_ROW = 5;
/** For the JIT compiler. */
const WARM_UP = 10;
/** Acts use up what they are about, such as open proposals. */
const ACT_ROUNDS = 4;

interface Desk {
  providers: number;
  ask(question: Question): Promise<number[]>;
  close(): Promise<void>;
}

interface Costs {
  asked: Asked;
  /** Milliseconds of each call, by round, in the order of the worlds. */
  ofWorlds: number[][][];
}

export async function deskBench(form: Form): Promise<Measurement[]> {
  const sizes = form.pick([12, 2000, 10_000], [12, 150, 300]);
  const rounds = form.pick(12, 1);
  const desks: Desk[] = [];
  try {
    for (const providers of sizes) desks.push(await openDesk(providers));
    const reads = await costsOf(desks, [...DESK_READS, ...PUBLIC_READS], rounds);
    const acts = await costsOf(desks, DESK_ACTS, Math.min(rounds, ACT_ROUNDS));
    const waits = await waitsFor(desks.at(-1)!, form.pick(5, 1));
    return [...reads, ...acts]
      .map((costs) => compared(costs, sizes))
      .concat(slowest(reads, acts, sizes), waits);
  } finally {
    for (const desk of desks) await desk.close();
  }
}

async function openDesk(providers: number): Promise<Desk> {
  const world = await copyOfWorld(providers);
  reportStep(`preparing the desk of ${providers} providers`);
  const script = fileURLToPath(new URL('desk/desk-process.ts', import.meta.url));
  const child: ChildProcess = fork(script, [world.folder]);
  const exited = once(child, 'exit');
  const answered = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(([code]) => {
        throw new Error(`the desk of ${providers} providers ended with ${code}`);
      }),
    ]);
    return message;
  };
  await answered();
  return {
    providers,
    ask(question) {
      child.send(question);
      return answered();
    },
    async close() {
      if (child.connected) child.disconnect();
      await exited;
      world.remove();
    },
  };
}

async function costsOf(desks: readonly Desk[], all: readonly Asked[], rounds: number): Promise<Costs[]> {
  const costs: Costs[] = [];
  for (const asked of all) {
    const { what } = asked;
    const isAct = DESK_ACTS.includes(asked);
    const ofWorlds = desks.map((): number[][] => []);
    for (const desk of desks) await desk.ask({ kind: 'cost', what, times: isAct ? 1 : WARM_UP });
    for (let round = 1; round <= rounds; round += 1)
      for (const [at, desk] of desks.entries())
        ofWorlds[at]!.push(await desk.ask({ kind: 'cost', what, times: IN_A_ROW }));
    costs.push({ asked, ofWorlds });
    reportStep(`${what}: ${ofWorlds.map((own) => `${typical(own).toFixed(2)} ms`).join(', ')}`);
  }
  return costs;
}

/** Without figures: a chart of all of them would say nothing. */
function compared({ asked: { what, fillsUp }, ofWorlds }: Costs, sizes: readonly number[]): Measurement {
  const base = fillsUp ? 1 : 0;
  const costs = ofWorlds.map(typical);
  const [many, few] = [costs.at(-1)!, costs[base]!];
  const both = `${numberText(many)} ms and ${numberText(few)} ms`;
  const others = costs
    .slice(0, -1)
    .flatMap((cost, at) => (at === base ? [] : `${numberText(cost)} ms with ${numberText(sizes[at]!)}`));
  return {
    what: `${what}, CPU time with ${numberText(sizes.at(-1)!)} providers / with ${numberText(sizes[base]!)}`,
    measured: many <= NEGLIGIBLE_MS ? both : `${(many / few).toFixed(2)} times (${both})`,
    target: `at most ${MOST_RATIO}, or ${NEGLIGIBLE_MS} ms`,
    met: many <= NEGLIGIBLE_MS || many / few <= MOST_RATIO,
    note: [`p95 ${numberText(p95Of(ofWorlds.at(-1)!.flat()))} ms`, ...others].join('; '),
  };
}

function slowest(reads: readonly Costs[], acts: readonly Costs[], sizes: readonly number[]): Measurement[] {
  return [
    { kind: 'read', costs: reads },
    { kind: 'act', costs: acts },
  ].map(({ kind, costs }) => {
    const { asked, p95 } = costs
      .map(({ asked, ofWorlds }) => ({ asked, p95: p95Of(ofWorlds.at(-1)!.flat()) }))
      .reduce((most, one) => (one.p95 > most.p95 ? one : most));
    const what = `p95 of the slowest ${kind} of the desk, ${numberText(sizes.at(-1)!)} providers`;
    return valueAtMost(
      what,
      { label: asked.what, value: p95, unit: 'ms of CPU time' },
      MOST_P95_MS,
      asked.what,
    );
  });
}

/** With the most providers, for each read. */
async function waitsFor(desk: Desk, times: number): Promise<Measurement> {
  let longest = { what: '', wait: 0 };
  for (const { what } of DESK_READS) {
    const wait = Math.max(...(await desk.ask({ kind: 'wait', what, times })));
    if (wait > longest.wait) longest = { what, wait };
  }
  return valueAtMost(
    `longest wait of one person's act for another person's read, ${numberText(desk.providers)} providers`,
    { label: longest.what, value: longest.wait, unit: 'ms of CPU time' },
    MOST_WAIT_MS,
    `with the act itself; ${longest.what}, the longest of ${times} each of ${DESK_READS.length} reads`,
  );
}

/** Of means, because Linux counts the time of a running thread in steps of some milliseconds. */
function typical(rounds: readonly (readonly number[])[]): number {
  return median(rounds.map((calls) => calls.reduce((sum, one) => sum + one, 0) / calls.length));
}

function p95Of(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!;
}
