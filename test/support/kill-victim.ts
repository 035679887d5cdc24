// The process that the kill test kills: it enters values, runs and publishes for ever, and says on its standard
// output what it was told is done. Whatever it has said must be in the store, however it ends.
//   node kill-victim.ts DATA_DIR START    the store's folder; epoch milliseconds where its clock begins
//   DATABASE_URL                          where the store is in PostgreSQL

import { writeSync } from 'node:fs';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import type { Store } from '@rf-indicators/core/store/store';
import { draftNewValues, reopen } from './reopened.ts';

const [dataDir, start] = process.argv.slice(2);
const location = { dataDir: dataDir!, databaseUrl: process.env.DATABASE_URL ?? null };
const world = await reopen(location, Number(start));
acknowledge('ready');
for (;;) {
  const runId = await draftNewValues(world, acknowledge);
  const desk = { ...world.desk, store: announcing(world.desk.store) };
  const outcome = await publishRun(desk, world.operator, runId, world.publisher);
  acknowledge('published', outcome.publicationId, runId, String(outcome.published));
}

/** Says when a transaction begins, which promises nothing: it is the shortest moment, and the best one to die in. */
function announcing(store: Store): Store {
  return {
    ...store,
    transaction: (work) => {
      acknowledge('writing');
      return store.transaction(work);
    },
  };
}

/** Written at once: a line that waits in a buffer would die with the process. */
function acknowledge(...words: string[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}
