// The committee in tests: it meets and accepts what is put before it, as in the demo.

import { uuidV7 } from '@rf-indicators/core/context/ids';
import { openStore } from '@rf-indicators/core/store/open';
import { decideDraft, decideMatter } from '../../packages/server/src/demo/committee.ts';

export {
  decideDraft,
  decideMatter,
  type Meeting,
  readDraftEvidence,
} from '../../packages/server/src/demo/committee.ts';

/** The same in a store on disk, beside the commands of a test. */
export async function decideAt(dataDir: string, idOrRun: string): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl: null });
  try {
    const desk = { store, clock: Date.now, newId: () => uuidV7(Date.now()) };
    const run = await store.db.selectFrom('runs').select('id').where('id', '=', idOrRun).executeTakeFirst();
    await (run === undefined ? decideMatter(desk, idOrRun) : decideDraft(desk, idOrRun));
  } finally {
    await store.close();
  }
}
