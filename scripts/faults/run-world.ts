// Runs faults on one world under load, and judges the world at the end.

import type { Fault, Result } from './fault.ts';
import { judge } from './judge.ts';
import { runFault } from './run-fault.ts';
import { startWorld, type World, type WorldOptions } from './world/world.ts';

export interface WorldRun {
  results: Result[];
  /** What the judge found at the end, and what the load saw between faults. */
  violations: string[];
  counts: ReadonlyMap<string, number>;
}

export async function runWorld(
  options: WorldOptions,
  work: (world: World) => Promise<Result[]>,
): Promise<WorldRun> {
  const world = await startWorld(options);
  options.tell?.(`The logs of the nodes are in ${world.folder}.`);
  const { load } = world;
  try {
    const results = await work(world);
    await load.stop();
    load.journal.forgetKinds();
    judgeLoad(world);
    await judge({
      location: { dataDir: world.env.RF_DATA_DIR!, databaseUrl: world.env.DATABASE_URL! },
      env: world.env,
      nodes: world.nodes.map(({ url }) => url),
      confirmed: load.publications.confirmed,
      ...load,
    });
    const seen = new Set(results.flatMap(({ violations }) => violations));
    const violations = load.journal.violations.filter((text) => !seen.has(text));
    return { results, violations, counts: load.journal.counts };
  } finally {
    await world.stop();
  }
}

/** The load did something, and the limits held over all of it. */
function judgeLoad({ load, limitFault, pace }: World): void {
  const { journal, longWindow } = load;
  for (const what of ['reads', 'scores compared', 'publications', 'bursts'])
    if (journal.of(what) === 0) journal.violation(`The load has no ${what}, so nothing was tried.`);
  const late = journal.of('other bursts in which a node decided by itself');
  if (late > 2 && late > journal.of('bursts') * pace.mostLate)
    journal.violation(
      `In ${late} of ${journal.of('bursts')} bursts a node decided by itself without a fault.`,
    );
  longWindow.judge(limitFault.endedAt !== 0 || late > 0);
}

export async function runFaults(
  world: World,
  faults: readonly Fault[],
  form: 'full' | 'short',
  tell: (line: string) => void = () => undefined,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const fault of faults) {
    const seconds = fault.seconds[form];
    tell(`${fault.name}: ${fault.what} (${seconds} s)`);
    const result = await runFault(world, fault, seconds);
    tellResult(result, tell);
    results.push(result);
  }
  return results;
}

export function tellResult(
  { recoverySeconds, violations, longestBlockMs, note }: Result,
  tell: (line: string) => void,
): void {
  const recovered =
    recoverySeconds === null ? 'did not recover' : `recovered after ${recoverySeconds.toFixed(1)} s`;
  const blocked = `event loop blocked for at most ${longestBlockMs} ms`;
  tell(`  ${recovered}, ${blocked}, ${violations.length} violations${note === undefined ? '' : `; ${note}`}`);
  for (const violation of violations) tell(`  VIOLATION: ${violation}`);
}
