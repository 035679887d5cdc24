// Flips single bytes of a store on SQLite, and accounts for each: who finds it, or why it has no effect. Takes minutes
// and is run by hand; writes docs/byte-flips.md.
//   npm run byte-flips -- [COUNT]      1000 by default

import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { sqliteFile } from '@rf-indicators/core/store/sqlite';
import { seededNumbers } from '../test/support/counts.ts';
import { copyDemo, makeDemoFolder } from '../test/support/demo-folder.ts';
import type { Flip, Verdict } from './byte-flips/judge.ts';
import { summaryOf } from './byte-flips/summary.ts';
import type { WorkerData } from './byte-flips/worker.ts';

const RESULT = fileURLToPath(new URL('../docs/byte-flips.md', import.meta.url));
const PURPOSE = 71;
const PROGRESS_MS = 5000;

const count = Number(process.argv[2] ?? 1000);
const base = mkdtempSync(path.join(os.tmpdir(), 'rf-byte-flips-'));
process.on('exit', () => rmSync(base, { recursive: true, force: true }));
process.env.RF_DEMO_UNTIL = '2026-11-10';
const folder = path.join(base, 'intact');
mkdirSync(folder, { mode: 0o700 });
if (process.env.RF_TEST_DEMO === undefined) {
  const demo = await makeDemoFolder();
  process.env.RF_TEST_DEMO = demo.folder;
  process.on('exit', () => demo.remove());
}
copyDemo(folder);

const { size } = statSync(sqliteFile(folder));
const numbers = seededNumbers(PURPOSE);
const flips = Array.from({ length: count }, (): Flip => ({ offset: numbers(size), bits: 1 + numbers(255) }));
const begun = performance.now();
const verdicts: Verdict[] = [];
const seconds = () => (performance.now() - begun) / 1000;
const progress = setInterval(() => {
  const rate = verdicts.length / seconds();
  const missed = verdicts.filter(({ outcome }) => outcome === 'missed').length;
  console.log(`${verdicts.length} of ${count} flips, ${rate.toFixed(1)} per second, ${missed} missed`);
}, PROGRESS_MS);
const threads = os.availableParallelism();
await Promise.all(Array.from({ length: threads }, (_, at) => judgeShare(at)));
clearInterval(progress);

const text = summaryOf(verdicts, { size, seconds: seconds() });
console.log(text);
const missed = verdicts.filter(({ outcome }) => outcome === 'missed');
for (const { offset, bits, detail } of missed) console.log(`MISSED: byte ${offset} xor ${bits}: ${detail}`);
if (count >= 1000) writeFileSync(RESULT, text);
process.exit(missed.length === 0 ? 0 : 1);

function judgeShare(at: number): Promise<void> {
  const workerData: WorkerData = {
    folder,
    scratch: path.join(base, `flipped-${at}`),
    now: Date.now(),
    flips: flips.filter((_, index) => index % threads === at),
  };
  const worker = new Worker(new URL('byte-flips/worker.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.on('message', (verdict: Verdict) => verdicts.push(verdict));
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}
