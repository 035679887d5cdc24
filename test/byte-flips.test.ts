// A byte of a SQLite file that changes by itself is found, or has no effect on what is served or decided. A run with
// more flips is npm run byte-flips.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { differences, readContent } from '../scripts/byte-flips/content.ts';
import { flipAt, judgeFlip, type Outcome, readIntact } from '../scripts/byte-flips/judge.ts';
import { cases, seededNumbers } from './support/counts.ts';
import { copyDemo, makeDemoFolder } from './support/demo-folder.ts';
import { cleanUp, temporaryFolder } from './support/rf.ts';

const FLIPS = cases(20, 200);

test(`${FLIPS} flipped bytes are each found or without effect`, async (t) => {
  const base = temporaryFolder(t);
  const folder = path.join(base, 'intact');
  mkdirSync(folder, { mode: 0o700 });
  if (process.env.RF_TEST_DEMO === undefined) {
    const demo = await makeDemoFolder();
    cleanUp(t, () => demo.remove());
    process.env.RF_TEST_DEMO = demo.folder;
  }
  copyDemo(folder);
  const intact = await readIntact(folder, Date.now());
  const scratch = path.join(base, 'flipped');

  const changed = structuredClone(intact.content) as Map<string, Record<string, unknown>[]>;
  changed.get('evidence')![0]!.title = 'another';
  changed.get('topics')!.pop();
  assert.deepEqual(differences(intact.content, changed), ['evidence.title', 'topics.*']);
  assert.deepEqual(differences(intact.content, readContent(path.join(folder, 'rf.sqlite'))), []);

  const mark = await judgeFlip(intact, { offset: 0, bits: 1 }, scratch);
  assert.equal(mark.outcome, 'found by opening', mark.detail);
  // Free pages may hold an older copy of the hash, so it is looked for from the end of the file.
  const { hash } = intact.content.get('log_nodes')![0] as { hash: string };
  const offset = intact.bytes.lastIndexOf(hash);
  const altered = await judgeFlip(intact, { offset, bits: 1 }, scratch);
  assert.equal(altered.outcome, 'found by verify', altered.detail);

  const numbers = seededNumbers(72);
  const counts: Partial<Record<Outcome, number>> = {};
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const { outcome, offset, bits, detail } = await judgeFlip(intact, flipAt(intact, numbers), scratch);
    assert.notEqual(outcome, 'missed', `byte ${offset} xor ${bits}: ${detail}`);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  t.diagnostic(JSON.stringify(counts));
});
