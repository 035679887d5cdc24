// Scores every provider of a store now and publishes a new indicator for each, as the service does it.
//   node republish.ts FOLDER [WARM_UP]
// With WARM_UP, it does so with this many providers before it measures. The last line of stdout is Republished as JSON.

import { SERVICE } from '@rf-indicators/core/context/actor';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import type { Store } from '@rf-indicators/core/store/store';
import type { SimulatedDesk } from '../../packages/server/src/demo/simulated-desk.ts';
import { reportProgress } from '../progress.ts';
import { runningDesk } from './desk.ts';

export interface Republished {
  published: number;
  /** Processor time in milliseconds, of all threads. */
  run: number;
  publish: number;
  /** Peak memory of the process in bytes. */
  peak: number;
}

if (import.meta.main) {
  const [folder, warmUp = '0'] = process.argv.slice(2) as [string, string?];
  const store = await openStore({ dataDir: folder, databaseUrl: null });
  const desk = runningDesk(store, Date.now());
  const publisher = {
    masterKey: readMasterKey(folder, undefined),
    policy: DEFAULT_POLICY,
    checkpointFile: null,
    progress: told('publish'),
  };
  if (Number(warmUp) > 0) await runAndPublish(desk, publisher, await someProviders(store, Number(warmUp)));
  const measured = await runAndPublish(desk, publisher);
  await store.close();
  const peak = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ ...measured, peak } satisfies Republished));
}

async function runAndPublish(
  desk: SimulatedDesk,
  publisher: Publisher,
  providerIds?: readonly string[],
): Promise<Omit<Republished, 'peak'>> {
  const begun = process.cpuUsage();
  const runId = await computeRun(desk, SERVICE, {
    kind: 'manual',
    asOf: desk.clock(),
    everything: true,
    progress: told('run'),
    ...(providerIds === undefined ? {} : { providerIds }),
  });
  const run = processorMs(begun);
  const { published } = await publishRun(desk, SERVICE, runId, publisher);
  return { published, run, publish: processorMs(begun) - run };
}

async function someProviders({ db }: Store, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_states')
    .select('provider_id')
    .where('verification_id', 'is not', null)
    .limit(count)
    .execute();
  return rows.map(({ provider_id }) => provider_id);
}

function told(what: string): (done: number, all: number) => void {
  return (done, all) => reportProgress(`${what} ${done} of ${all}`);
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
