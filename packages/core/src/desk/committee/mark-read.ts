// Records that a person has read what a draft says about a provider, once for each person: the evidence of every changed input was
// on their screen.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { shownTo } from '../inputs/shown-evidence.ts';
import { requireProvider } from '../providers/providers.ts';
import { draftMatters } from './matter-items.ts';
import { isReadable, valuesOf } from './value-facts.ts';

export async function markRead(
  context: Context,
  given: Actor,
  runId: string,
  provider: string,
): Promise<void> {
  await actAs(context, given, 'runs.mark_read', async (writes, actor) => {
    const { id, slug } = await requireProvider(writes, provider);
    const item = await writes
      .selectFrom('run_items')
      .innerJoin('runs', 'runs.id', 'run_items.run_id')
      .selectAll('runs')
      .where('run_id', '=', runId)
      .where('provider_id', '=', id)
      .executeTakeFirst();
    if (item === undefined) throw new Refusal('not_found', `Run ${runId} has no result for ${slug}.`);
    const matters = await draftMatters(writes, item, { providerId: id, published: true });
    const values = [...(await valuesOf(writes, matters)).values()].flat().filter(isReadable);
    const shown = await shownTo(
      writes,
      actor.id,
      values.map(({ evidenceId }) => evidenceId!),
    );
    const unread = values.filter(({ evidenceId }) => !shown.has(evidenceId!)).map(({ input }) => input);
    if (unread.length > 0)
      throw new Refusal(
        'conflict',
        `You have not read it: the evidence of ${unread.join(', ').replaceAll('_', ' ')} was not on your screen.`,
      );
    const row = { run_id: runId, provider_id: id, staff_id: actor.id, read_at: context.clock() };
    const { numInsertedOrUpdatedRows } = await writes
      .insertInto('run_readings')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return;
    await recordAct(context, writes, actor, 'run.read', runId, null, { provider: slug });
  });
}
