// Benchmark of rolling restarts: how many reads and acts fail while the nodes behind nginx are restarted one after another.

import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { startWorld } from '../../examples/three-nodes/world.ts';
import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import { type Form, type Measurement, valueAtMost } from '../measurement.ts';
import { reportProgress, reportStep } from '../progress.ts';
import { scratch } from '../world/worlds.ts';
import { RESTART_ENV, type Restarted, restartUnderLoad } from './restart/rolling-restarts.ts';

const READS_PER_SECOND = 200;
const STARTS = { fast: 0, slow: 10_000 };

export async function restartBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  const measurements: Measurement[] = [];
  for (const nodes of form.pick([2, 3], [2])) measurements.push(...(await restartsOf(nodes, form)));
  return measurements;
}

async function restartsOf(nodes: number, form: Form): Promise<Measurement[]> {
  const restarts = form.pick(10, 1);
  const reads = form.pick(20_000, 2000);
  reportStep(`starting ${nodes} nodes`);
  const folder = mkdtempSync(path.join(scratch(), 'restart-'));
  // PostgreSQL runs as another user, below it.
  for (const each of [scratch(), folder]) chmodSync(each, 0o755);
  const world = await startWorld({ folder, nodes, env: RESTART_ENV });
  try {
    const measurements: Measurement[] = [];
    for (const [starts, downMs] of Object.entries(STARTS)) {
      const what = `${restarts} rolling restart${restarts === 1 ? '' : 's'} of ${nodes} nodes, ${starts} starts`;
      const onRestarted = (done: number) => reportProgress(`${what}: ${done} of ${restarts}`);
      const restarted = await restartUnderLoad(world, {
        ...{ restarts, downMs, reads, onRestarted, readsPerSecond: READS_PER_SECOND },
      });
      reportStep(what);
      measurements.push(measurementOf(what, restarted));
    }
    return measurements;
  } finally {
    await world.stop();
  }
}

function measurementOf(what: string, { reads, acts, actsNotDoneOnce }: Restarted): Measurement {
  const failed = reads.failed + acts.failed + actsNotDoneOnce;
  const kinds = [reads, acts].flatMap(({ failures }) => Object.entries(failures));
  return valueAtMost(
    `requests that fail through nginx during ${what}`,
    { label: 'failed', value: failed, unit: 'requests' },
    0,
    [
      `of ${reads.sent.toLocaleString('en')} reads at ${READS_PER_SECOND} per second, and ${acts.sent.toLocaleString('en')} acts`,
      `${actsNotDoneOnce} acts were done twice or not at all`,
      ...kinds.map(([kind, count]) => `${count} × ${kind}`),
    ].join('; '),
  );
}
