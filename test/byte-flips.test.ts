// A byte of a SQLite file that changes by itself is found, or has no effect on what is served or decided. A run with
// more flips is npm run byte-flips.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createMasterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { differences, readContent } from '../scripts/byte-flips/content.ts';
import { flipAt, judgeFlip, type Outcome, readIntact } from '../scripts/byte-flips/judge.ts';
import { cases, seededNumbers } from './support/counts.ts';
import { temporaryFolder } from './support/rf.ts';
import { DAY, enter, foundWorld, publishNow } from './support/world.ts';

const FLIPS = cases(4, 200);

/** Two publications; the demo has the history of half a year, and verifying it takes long. */
async function makeSmallStore(dataDir: string): Promise<void> {
  createMasterKeyFile(dataDir);
  const store = await openStore({ dataDir, databaseUrl: null });
  const world = await foundWorld(store, readMasterKey(dataDir, undefined));
  world.publisher.checkpointFile = path.join(dataDir, 'checkpoints.jsonl');
  const request = { providerIds: ['FX-01', 'FX-05'].map(world.idOf) };
  await publishNow(world, request);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world, request);
  const { public_key } = await store.db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow();
  writeFileSync(path.join(dataDir, 'verifier.pub'), `${public_key}\n`);
  await store.close();
}

test(`${FLIPS} flipped bytes are each found or without effect`, async (t) => {
  const base = temporaryFolder(t);
  const folder = path.join(base, 'intact');
  mkdirSync(folder, { mode: 0o700 });
  await makeSmallStore(folder);
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
