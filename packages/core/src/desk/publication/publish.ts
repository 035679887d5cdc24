// Publishes a draft in one short transaction. The slow work is prepared beforehand for a log of a known size; if the
// log has grown by then, the transaction writes nothing and the publication is prepared again.

import type { Actor } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import {
  catchUpCheckpointFile,
  requireConsistency,
  requireConsistencyWithFile,
} from '../../log/checkpoint-file.ts';
import { sealRecords } from '../../log/seal.ts';
import { LogMovedError } from '../../log/store.ts';
import { requireTrustedLog } from '../../log/trusted-log.ts';
import { endProgress, moveProgress, startProgress } from '../runs/progress.ts';
import { ITEMS_AT_ONCE, type Prepared, prepare } from './prepare.ts';
import type { Publisher } from './publisher.ts';
import { writePublication } from './write.ts';

const MAX_ATTEMPTS = 5;

export interface PublishOutcome {
  publicationId: string;
  published: number;
  verified: number;
  /** Ids of providers whose publication waits for a second person. */
  held: string[];
  /** True if the run was already published, so nothing was written. */
  already: boolean;
}

export async function publishRun(
  context: Context,
  actor: Actor,
  runId: string,
  publisher: Publisher,
): Promise<PublishOutcome> {
  const { checkpointFile, seal = true } = publisher;
  if (checkpointFile) await requireConsistencyWithFile(context.store.db, checkpointFile);
  await requireConsistency(context.store.db, publisher.checkpoints ?? []);
  await requireTrustedLog(context.store.db, publisher.pinned ?? null);
  for (let attempt = 1; ; attempt += 1) {
    const earlier = await earlierPublication(context, runId);
    if (earlier !== null) {
      if (seal) await sealRecords(context, publisher);
      if (checkpointFile) await catchUpCheckpointFile(context.store.db, checkpointFile);
      return earlier;
    }
    const shown = shownProgress(context, runId, publisher.progress);
    try {
      const prepared = await prepare(context, actor, runId, { ...publisher, progress: shown.progress });
      await context.store.transaction((writes) => writePublication(context, writes, actor, prepared));
      if (seal) await sealRecords(context, publisher);
      if (checkpointFile) await catchUpCheckpointFile(context.store.db, checkpointFile);
      return outcomeOf(prepared);
    } catch (error) {
      if (error instanceof LogMovedError && attempt < MAX_ATTEMPTS) continue;
      throw error;
    } finally {
      await shown.end();
    }
  }
}

function outcomeOf({ publicationId, news, confirmed, held }: Prepared): PublishOutcome {
  return {
    publicationId,
    published: news.length,
    verified: confirmed.length,
    held: held.map(({ provider_id }) => provider_id),
    already: false,
  };
}

/** Keeps the progress of a long publication in the store, for the pages of everybody. */
function shownProgress({ store, clock }: Context, runId: string, report: Publisher['progress']) {
  let isStarted = false;
  return {
    progress: async (done: number, all: number) => {
      await report?.(done, all);
      if (all <= ITEMS_AT_ONCE) return;
      await store.transaction(async (writes) => {
        if (!isStarted) await startProgress(writes, runId, 'publishing', all, clock());
        await moveProgress(writes, runId, 'publishing', done, clock());
      });
      isStarted = true;
    },
    end: async () => {
      if (isStarted) await store.transaction((writes) => endProgress(writes, runId, 'publishing'));
    },
  };
}

/** Publishing is idempotent: a retry, or a second person at the same time, gets the outcome of the first. */
async function earlierPublication({ store }: Context, runId: string): Promise<PublishOutcome | null> {
  const row = await store.db
    .selectFrom('runs')
    .innerJoin('publications', 'publications.run_id', 'runs.id')
    .select('publications.id')
    .where('runs.id', '=', runId)
    .where('runs.status', '=', 'published')
    .orderBy('publications.published_at', 'desc')
    .executeTakeFirst();
  if (row === undefined) return null;
  const items = await store.db
    .selectFrom('run_items')
    .select('action')
    .where('run_id', '=', runId)
    .where('publication_id', 'is not', null)
    .execute();
  const published = items.filter(({ action }) => action === 'publish').length;
  return { publicationId: row.id, published, verified: items.length - published, held: [], already: true };
}
