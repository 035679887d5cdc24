// Benchmark of watch rules after a publication: 10, 100 and 1,000 workspaces with 100 rules each, evaluated on one thread. What it
// takes should grow with the rules that watch what changed, and with nothing else.

import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { evaluateWatches } from '@rf-indicators/core/watch/evaluate';
import { type Form, type Measurement, median, numberText, ratioAtMost, valueAtMost } from './measurement.ts';
import { reportProgress, reportStep } from './progress.ts';
import {
  addRuleAboutAll,
  addRules,
  NAMED,
  POSITIONS,
  RULES_OF_WORKSPACE,
  type Watching,
} from './watches/rules.ts';
import { providerIds, publishOtherScores } from './world/other-scores.ts';
import { copyOfWorld } from './world/worlds.ts';

const MOST_GROWTH = 1.25;
const MOST_GROWTH_OF_NONE = 2;
const MOST_MS_OF_A_RULE = 1;
/** For each number of workspaces: there and back again, so that all numbers of workspaces find the same changes. */
const PUBLICATIONS = 4;
/** Evaluations that find no rule: each takes a few milliseconds. */
const ROUNDS_OF_NONE = 30;

interface Evaluation {
  workspaces: number;
  ms: number;
  rules: number;
  alerts: number;
}

interface Bench extends Watching {
  /**
   * Publishes other scores of some providers that rules name, or of those that none does: of two scores, the one that they do not
   * have.
   */
  publish(which: 'named' | 'unnamed'): Promise<void>;
}

export async function watchesBench(form: Form): Promise<Measurement[]> {
  const sizes = form.pick([10, 100, 1000], [5, 20]);
  const providers = form.pick(1000, 100);
  const world = await copyOfWorld(providers, form.pick(sizes.at(-1)!, undefined));
  const store = await openStore({ dataDir: world.folder, databaseUrl: null });
  try {
    const context: Context = { store, clock: Date.now, newId: () => uuidV7(Date.now()) };
    const changed = form.pick(10, 5);
    const ids = await providerIds(store.db);
    const named = Array.from({ length: changed }, (_, at) => 1 + at);
    const unnamed = named.map((number) => providers + 1 - number);
    const times = { named: 0, unnamed: 0 };
    const bench: Bench = {
      ...{ context, masterKey: readMasterKey(world.folder, undefined) },
      providers: [...ids].flatMap(([number, id]) => (unnamed.includes(number) ? [] : id)),
      async publish(which) {
        times[which] += 1;
        const numbers = which === 'named' ? named : unnamed;
        if ((await publishOtherScores(store, world.folder, numbers, 1 + (times[which] % 2))) === 0)
          throw new Error('no score changed');
      },
    };
    return await measure(bench, sizes, `${changed} of ${numberText(providers)} providers`);
  } finally {
    await store.close();
    world.remove();
  }
}

async function measure(bench: Bench, sizes: readonly number[], changed: string): Promise<Measurement[]> {
  const affected: Evaluation[] = [];
  const none: Evaluation[] = [];
  let last = 0;
  for (const workspaces of sizes) {
    for (let number = last + 1; number <= workspaces; number += 1) {
      await addRules(bench, number);
      reportProgress(`rules of workspace ${number} of ${workspaces}`);
    }
    // The first evaluation reads the books.
    await evaluate(bench, workspaces);
    // Then nothing is new to the new rules any more, and the JIT compiler has had time to optimise the code.
    await publishSeveral(bench, workspaces, last === 0 ? PUBLICATIONS : 2);
    affected.push(await publishSeveral(bench, workspaces, PUBLICATIONS));
    none.push(await evaluateNone(bench, workspaces));
    reportStep(`${workspaces} workspaces: ${JSON.stringify([affected.at(-1), none.at(-1)])}`);
    last = workspaces;
  }
  const aboutAll = await measureRulesAboutAll(bench, sizes.slice(-2));
  const what = `after ${PUBLICATIONS} publications of ${changed}`;
  return [
    ...growth(affected, `processor time to evaluate watch rules ${what}`),
    ofARule(affected.at(-1)!, what),
    noneAffected(none, changed),
    ...growth(
      aboutAll,
      'processor time to evaluate rules about all providers, one for each workspace, after a publication',
    ),
  ];
}

/** Each with the one before it, as if that had as many workspaces. */
function growth(evaluations: readonly Evaluation[], what: string): Measurement[] {
  return evaluations.slice(1).map((larger, at) => {
    const smaller = evaluations[at]!;
    const factor = larger.workspaces / smaller.workspaces;
    const [many, few] = [numberText(larger.workspaces), numberText(smaller.workspaces)];
    return ratioAtMost(
      {
        what: `${what}: ${many} workspaces / ${factor} × ${few} workspaces`,
        ours: { label: `${many} workspaces`, value: larger.ms, unit: 'ms' },
        peer: { label: `${factor} × ${few} workspaces`, value: factor * smaller.ms, unit: 'ms' },
        note: `${foundText(larger)}, and ${foundText(smaller)}`,
      },
      MOST_GROWTH,
    );
  });
}

function foundText({ rules, alerts, ms }: Evaluation): string {
  return `${numberText(rules)} rules evaluated and ${numberText(alerts)} alerts changed in ${numberText(ms)} ms`;
}

function ofARule({ workspaces, ms, rules, alerts }: Evaluation, what: string): Measurement {
  const all = numberText(workspaces * RULES_OF_WORKSPACE);
  return valueAtMost(
    `processor time of each watch rule that was evaluated ${what}, ${numberText(workspaces)} workspaces`,
    { label: 'a rule', value: ms / rules, unit: 'ms' },
    MOST_MS_OF_A_RULE,
    `of ${all} rules, ${numberText(rules)} evaluations, which changed ${numberText(alerts)} alerts; a rule names ${NAMED} providers, or is about a book of ${POSITIONS} positions`,
  );
}

function noneAffected(none: readonly Evaluation[], changed: string): Measurement {
  const [few, many] = [none[0]!, none.at(-1)!];
  const count = (evaluation: Evaluation) => numberText(evaluation.workspaces);
  return ratioAtMost(
    {
      what: `processor time to evaluate watch rules after a publication of ${changed} that no rule watches: ${count(many)} workspaces / ${count(few)}`,
      ours: { label: `${count(many)} workspaces`, value: many.ms, unit: 'ms' },
      peer: { label: `${count(few)} workspaces`, value: few.ms, unit: 'ms' },
      note: `${numberText(many.workspaces * RULES_OF_WORKSPACE)} rules and ${numberText(few.workspaces * RULES_OF_WORKSPACE)}; median of ${ROUNDS_OF_NONE}`,
    },
    MOST_GROWTH_OF_NONE,
  );
}

/** After publications of providers that no rule names. */
async function measureRulesAboutAll(bench: Bench, sizes: readonly number[]): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  let last = 0;
  for (const workspaces of sizes) {
    for (let number = last + 1; number <= workspaces; number += 1) await addRuleAboutAll(bench, number);
    const evaluation = await publishAndEvaluate(bench, workspaces, 'unnamed');
    if (evaluation.rules !== workspaces) throw new Error(`${evaluation.rules} rules were evaluated`);
    evaluations.push(evaluation);
    last = workspaces;
  }
  return evaluations;
}

async function publishAndEvaluate(
  bench: Bench,
  workspaces: number,
  which: 'named' | 'unnamed',
): Promise<Evaluation> {
  await bench.publish(which);
  return evaluate(bench, workspaces);
}

/** The same publication again and again: its evaluation writes nothing but how far it has read. */
async function evaluateNone(bench: Bench, workspaces: number): Promise<Evaluation> {
  const { store } = bench.context;
  const cursor = await store.db.selectFrom('watch_cursor').selectAll().executeTakeFirstOrThrow();
  await bench.publish('unnamed');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS_OF_NONE; round += 1) {
    await store.transaction((writes) =>
      writes.updateTable('watch_cursor').set({ seq: cursor.seq }).execute(),
    );
    const { ms, rules } = await evaluate(bench, workspaces);
    if (rules > 0) throw new Error(`${rules} rules were evaluated`);
    times.push(ms);
  }
  return { workspaces, ms: median(times), rules: 0, alerts: 0 };
}

async function evaluate({ context, masterKey }: Bench, workspaces: number): Promise<Evaluation> {
  const begun = process.cpuUsage();
  const found = await evaluateWatches(context, masterKey, DEFAULT_POLICY);
  const { user, system } = process.cpuUsage(begun);
  return { workspaces, ms: (user + system) / 1000, ...found };
}

/** Gives the sums. */
async function publishSeveral(bench: Bench, workspaces: number, publications: number): Promise<Evaluation> {
  const sum: Evaluation = { workspaces, ms: 0, rules: 0, alerts: 0 };
  for (let time = 0; time < publications; time += 1) {
    const { ms, rules, alerts } = await publishAndEvaluate(bench, workspaces, 'named');
    sum.ms += ms;
    sum.rules += rules;
    sum.alerts += alerts;
  }
  return sum;
}
