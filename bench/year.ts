// Benchmark of a year of daily work with 12 providers: what the store, its verification, a start, pages and the reads of
// the desk cost at the beginning and after each quarter. The year begins when the framework does; until a year has passed
// since then, it ends yesterday.

import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { createStore } from '@rf-indicators/core/store/open';
import { FIRST_RUN } from '../packages/server/src/demo/story.ts';
import { type Form, type Measurement, numberText, ratioAtMost } from './measurement.ts';
import { reportStep } from './progress.ts';
import { foundWorld } from './world/desk.ts';
import { scratch } from './world/worlds.ts';
import { beginYear, liveDay } from './year/simulated-year.ts';
import { measureStage, type Stage } from './year/stage.ts';

const DAY = 24 * 60 * 60 * 1000;
const PROVIDERS = 12;
const QUARTERS = 4;
/** What is new in a day is little beside years, and what is checked always is small. */
const MOST_SINCE = 0.1;

export async function yearBench(form: Form): Promise<Measurement[]> {
  const untilYesterday = Math.floor((Date.now() - FIRST_RUN) / DAY) - 1;
  const quarter = Math.floor(form.pick(Math.min(364, untilYesterday), 8) / QUARTERS);
  const dataDir = mkdtempSync(path.join(scratch(), 'year-'));
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  const store = await createStore({ dataDir, databaseUrl: null, masterKey });
  try {
    const world = await foundWorld(store, readMasterKey('', masterKey));
    await beginYear(world, PROVIDERS);
    const measured = { world, location: { dataDir, masterKey } };
    const stages = [await measureStage(measured)];
    for (let part = 1; part <= QUARTERS; part += 1) {
      reportStep(`quarter ${part} of ${QUARTERS}`);
      for (let day = (part - 1) * quarter + 1; day <= part * quarter; day += 1)
        await liveDay(world, PROVIDERS, day);
      stages.push(await measureStage(measured));
    }
    return compare(stages, quarter);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}

function compare(stages: readonly Stage[], quarter: number): Measurement[] {
  const days = quarter * QUARTERS;
  const [begun, first] = stages as [Stage, Stage];
  const last = stages.at(-1)!;
  const before = stages.at(-2)!;
  const all = (of: (stage: Stage) => number) =>
    `at the beginning and after each quarter: ${stages.map((stage) => numberText(of(stage))).join(', ')}`;
  const figures = (
    unit: string,
    ours: number,
    peer: number,
    [later, earlier]: readonly [string, string],
  ) => ({
    ours: { label: later, value: ours, unit },
    peer: { label: earlier, value: peer, unit },
  });
  const ends = [`after ${days} days`, 'at the beginning'] as const;
  const quarters = ['last quarter', 'first quarter'] as const;
  const pages = Object.keys(begun.pages).map((page) =>
    ratioAtMost(
      {
        what: `size of ${page}, after ${days} days / after the first quarter`,
        ...figures('bytes', last.pages[page]!, first.pages[page]!, [ends[0], 'after the first quarter']),
        note: all((stage) => stage.pages[page]!),
      },
      2,
    ),
  );
  const slowest = Object.keys(begun.reads).sort(
    (a, b) => last.reads[b]! / begun.reads[b]! - last.reads[a]! / begun.reads[a]!,
  );
  const sum = ({ reads }: Stage) => Object.values(reads).reduce((total, ms) => total + ms, 0);
  const growing = slowest
    .slice(0, 5)
    .map((act) => `${act} ${numberText(begun.reads[act]!)} → ${numberText(last.reads[act]!)}`);
  return [
    ratioAtMost(
      {
        what: 'growth of the store in a day, last quarter / first quarter',
        ...figures(
          'bytes',
          (last.bytes - before.bytes) / quarter,
          (first.bytes - begun.bytes) / quarter,
          quarters,
        ),
        note: `${all((stage) => stage.bytes)} bytes`,
      },
      1.5,
    ),
    ratioAtMost(
      {
        what: `rf verify --all on one thread, CPU time per record, after ${days} days / after the first quarter`,
        ...figures('µs', (last.verify / last.records) * 1000, (first.verify / first.records) * 1000, [
          ends[0],
          'after the first quarter',
        ]),
        note: `${all((stage) => stage.verify)} ms for ${stages.map(({ records }) => numberText(records)).join(', ')} records`,
      },
      1.2,
    ),
    ratioAtMost(
      {
        what: `rf verify --since the day before / rf verify --all, after ${days} days`,
        ours: { label: '--since', value: last.verifySince, unit: 'ms' },
        peer: { label: '--all', value: last.verify, unit: 'ms' },
        note: all((stage) => stage.verifySince),
      },
      MOST_SINCE,
    ),
    ratioAtMost(
      {
        what: `CPU time until /readyz answers 200, after ${days} days / at the beginning`,
        ...figures('ms', last.start, begun.start, ends),
        note: all((stage) => stage.start),
      },
      1.5,
    ),
    ...pages,
    ratioAtMost(
      {
        what: `${slowest.length} reads of the desk together, CPU time, after ${days} days / at the beginning`,
        ...figures('ms', sum(last), sum(begun), ends),
        note: `${all(sum)}; growing most: ${growing.join(', ')} ms`,
      },
      2,
    ),
  ];
}
