// The committee in tests: it meets and accepts what is put before it, as in the demo.

import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { openStore } from '@rf-indicators/core/store/open';
import * as demo from '../../packages/server/src/demo/committee.ts';
import { writeRationales } from './rationales.ts';

/** Without rationales: decideDraft and decideMatter write them too. */
export {
  decideDraft as acceptDraft,
  decideMatter as acceptMatter,
  type Meeting,
  readDraftEvidence,
} from '../../packages/server/src/demo/committee.ts';

/** Has everything of a draft accepted that the committee decides, with the rationales that its news needs. */
export async function decideDraft(context: Context, runId: string, meeting?: demo.Meeting): Promise<void> {
  await writeRationales(context, { run: runId });
  await demo.decideDraft(context, runId, meeting);
}

/** Has a withdrawal, with its rationale, or a review accepted. */
export async function decideMatter(context: Context, id: string, meeting?: demo.Meeting): Promise<void> {
  const { db } = context.store;
  const request = db.selectFrom('withdrawal_requests').select('id').where('id', '=', id);
  if ((await request.executeTakeFirst()) !== undefined) await writeRationales(context, { withdrawal: id });
  await demo.decideMatter(context, id, meeting);
}

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
