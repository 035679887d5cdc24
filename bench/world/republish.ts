// Scores every provider of a store now and publishes a new indicator for each, as the service does it.
//   node republish.ts FOLDER
// The last line of stdout is Republished as JSON.

import { SERVICE } from '@rf-indicators/core/context/actor';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
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
  const [folder] = process.argv.slice(2) as [string];
  const store = await openStore({ dataDir: folder, databaseUrl: null });
  const desk = runningDesk(store, Date.now());
  const told = (what: string) => (done: number, all: number) => reportProgress(`${what} ${done} of ${all}`);
  const begun = process.cpuUsage();
  const runId = await computeRun(desk, SERVICE, {
    kind: 'manual',
    asOf: desk.clock(),
    everything: true,
    progress: told('run'),
  });
  const run = processorMs(begun);
  const { published } = await publishRun(desk, SERVICE, runId, {
    masterKey: readMasterKey(folder, undefined),
    policy: DEFAULT_POLICY,
    checkpointFile: null,
    progress: told('publish'),
  });
  const publish = processorMs(begun) - run;
  await store.close();
  const peak = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ published, run, publish, peak } satisfies Republished));
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
