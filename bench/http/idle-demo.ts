// Benchmark of the memory of the demo while nobody uses it.

import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Form, type Measurement, valueAtMost } from '../measurement.ts';
import { reportStep } from '../progress.ts';
import { scratch } from '../world/worlds.ts';
import { startRf } from './processes.ts';

/** The desk works once a minute, in a thread that ends. */
const DESK_ROUND_MS = 80_000;

export async function idleDemoBench(form: Form): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(scratch(), 'demo-'));
  reportStep('making the demo');
  const first = await startRf(['serve', '--demo'], { PORT: '0', RF_DATA_DIR: folder });
  await first.isIdle();
  await first.stop();
  // The process that makes the demo has done more than one that serves it.
  const server = await startRf(['serve', '--demo'], { PORT: '0', RF_DATA_DIR: folder });
  try {
    await server.isIdle();
    reportStep('waiting');
    await wait(form.pick(2 * DESK_ROUND_MS, 20_000));
    const figure = { label: 'idle demo', value: server.residentBytes() / 1_000_000, unit: 'MB' };
    return [valueAtMost('resident memory of the idle demo', figure, 160)];
  } finally {
    await server.stop();
  }
}
