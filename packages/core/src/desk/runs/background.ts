// Starts a run that continues after the caller got an answer, so the person who began it can leave. One that fails is discarded.

import { type Actor, SERVICE } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { computeRun, type RunRequest } from './run.ts';

/** Returns the id of the run once it is in the store. Refusals that come before are thrown. */
export function startRunInBackground(
  context: Context,
  actor: Actor,
  request: RunRequest,
  inBackground: (work: Promise<void>) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let started: string | null = null;
    const onStart = (runId: string) => {
      started = runId;
      resolve(runId);
    };
    const work = computeRun(context, actor, { ...request, onStart }).then(
      () => undefined,
      async (error: unknown) => {
        if (started === null) return reject(error);
        await endFailedRun(context, started, error).catch(() => undefined);
      },
    );
    inBackground(work);
  });
}

/** If that fails too, the run is discarded as an abandoned one an hour later. */
async function endFailedRun(context: Context, runId: string, error: unknown): Promise<void> {
  const reason = error instanceof Refusal ? error.message : 'The computation failed.';
  await context.store.transaction(async (writes) => {
    const { numUpdatedRows } = await writes
      .updateTable('runs')
      .set({ status: 'discarded' })
      .where('id', '=', runId)
      .where('status', '=', 'computing')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return;
    const after = { status: 'discarded', reason };
    await recordAct(context, writes, SERVICE, 'run.discard', runId, { status: 'computing' }, after);
  });
}
