// Benchmark of the disk that a published indicator takes: the growth of the SQLite file over one run and publication of
// every provider, divided by the indicators.

import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Form, type Measurement, numberText, valueAtMost } from './measurement.ts';
import { republish } from './world/republishing.ts';
import { copyOfWorld } from './world/worlds.ts';

const KILOBYTE = 1000;

export async function diskBench(form: Form): Promise<Measurement[]> {
  const world = await copyOfWorld(form.pick(10_000, 1000));
  try {
    const before = usedBytes(world.folder);
    const { published } = await republish(world.folder);
    const each = (usedBytes(world.folder) - before) / published / KILOBYTE;
    return [
      valueAtMost(
        'disk for a published indicator, package included',
        { label: 'a published indicator', value: each, unit: 'KB' },
        8,
        `${numberText(published)} indicators, published a day after the first ones; SQLite, after a checkpoint of the write-ahead log`,
      ),
    ];
  } finally {
    world.remove();
  }
}

/** Pages in use. Those that are free will be used before the file grows. */
function usedBytes(folder: string): number {
  const database = new DatabaseSync(path.join(folder, 'rf.sqlite'));
  const pragma = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get()!)[0]);
  try {
    database.exec('pragma wal_checkpoint(truncate)');
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  } finally {
    database.close();
  }
}
