// Benchmark of reads among 100,000 providers, compared with 100: of a hot set of a thousand, and of any provider with the
// same probability, within a budget of 256 MiB. Then the memory of the process, which has been asked for everything.

import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import { type Form, type Measurement, numberText, valueAtMost } from '../measurement.ts';
import { reportStep } from '../progress.ts';
import { sqliteWorld } from '../world/worlds.ts';
import { serve } from './processes.ts';
import { compareSpeeds, speedAtLeast } from './speeds.ts';
import { requestsPerSecond, scoreScript } from './wrk.ts';

const FEW = 100;
const HOT_SET = 1000;
const BUDGET_MIB = 256;
const MEGABYTE = 1_000_000;

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
    const count = numberText(many.providers.length);
    const hotSet = { ...many, providers: spread(many.providers, HOT_SET) };
    const any = scoreScript({ ...many, order: 'random' });
    const sides = (script: string) => [
      { label: `${count} providers`, server: large, target: { script } },
      {
        label: `${FEW} providers`,
        server: small,
        target: { script: scoreScript({ ...few, order: 'random' }) },
      },
    ];
    const hot = await compareSpeeds('hot set', sides(scoreScript({ ...hotSet, order: 'random' })), form);
    const uniform = await compareSpeeds('uniformly random', sides(any), form);
    reportStep('reading until the budget is used');
    await requestsPerSecond({ url: large.url, script: any }, form.pick(60, 5));
    const beyond = large.residentBytes() - BUDGET_MIB * 1024 * 1024;
    return [
      speedAtLeast(
        `a score with a key among ${count} providers / among ${FEW}, hot set of ${numberText(hotSet.providers.length)}`,
        hot,
        0.95,
      ),
      speedAtLeast(
        `a score with a key among ${count} providers / among ${FEW}, uniformly random, ${BUDGET_MIB} MiB`,
        uniform,
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
