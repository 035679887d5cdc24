// Benchmark of reads among 100,000 providers, compared with 100: of a hot set of a thousand, and of any provider with the
// same probability, within a budget of 256 MiB. Then the memory of the process, which has been asked for everything.

import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import { type Form, type Measurement, ratioAtLeast, valueAtMost } from '../measurement.ts';
import { reportStep } from '../progress.ts';
import { sqliteWorld } from '../world/worlds.ts';
import { serve } from './processes.ts';
import { compareSpeeds, requestsPerSecond, scoreScript } from './wrk.ts';

const FEW = 100;
const HOT_SET = 1000;
const BUDGET_MIB = 256;
const MEGABYTE = 1_000_000;
const UNIT = 'requests per second';

export async function manyProvidersBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  const few = await sqliteWorld(FEW);
  const many = await sqliteWorld(form.pick(100_000, 2000));
  const budget = { RF_MEMORY_MIB: String(BUDGET_MIB) };
  const small = await serve(few, budget);
  const large = await serve(many, budget);
  try {
    await small.isIdle();
    await large.isIdle();
    const among = { url: small.url, script: scoreScript({ ...few, order: 'random' }) };
    const count = many.providers.length;
    const hotSet = { ...many, providers: spread(many.providers, HOT_SET) };
    const hot = { url: large.url, script: scoreScript({ ...hotSet, order: 'random' }) };
    const [ours, peer] = await compareSpeeds('hot set', [hot, among], form);
    const any = { url: large.url, script: scoreScript({ ...many, order: 'random' }) };
    const [uniform, again] = await compareSpeeds('uniformly random', [any, among], form);
    reportStep('reading until the budget is used');
    await requestsPerSecond(any, form.pick(60, 5));
    const beyond = large.residentBytes() - BUDGET_MIB * 1024 * 1024;
    const figure = (value: number, label: string) => ({ label, value, unit: UNIT });
    return [
      ratioAtLeast(
        {
          what: `a score with a key among ${count} providers / among ${FEW}, hot set of ${hotSet.providers.length}`,
          ours: figure(ours!, `${count} providers`),
          peer: figure(peer!, `${FEW} providers`),
        },
        0.95,
      ),
      ratioAtLeast(
        {
          what: `a score with a key among ${count} providers / among ${FEW}, uniformly random, ${BUDGET_MIB} MiB`,
          ours: figure(uniform!, `${count} providers`),
          peer: figure(again!, `${FEW} providers`),
        },
        0.35,
      ),
      valueAtMost(
        `resident memory beyond the budget of ${BUDGET_MIB} MiB, ${count} providers, after uniformly random reads`,
        { label: `${count} providers`, value: beyond / MEGABYTE, unit: 'MB' },
        200,
      ),
    ];
  } finally {
    await small.stop();
    await large.stop();
  }
}

/** As many ids as asked for, from everywhere in the list. */
function spread(ids: readonly string[], count: number): string[] {
  const step = Math.max(1, Math.floor(ids.length / count));
  return ids.filter((_, at) => at % step === 0).slice(0, count);
}
