// Which evidence was drawn for whom. A document is opened as a whole; evidence is shown when its page is drawn with its
// quote in view. The browser tells it, so it is what the person says they saw, on record.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { requireEvidence } from './vault.ts';

/** With the quote in view; or the page alone, if there is no quote or the document's text does not have it. */
export type Showing = 'quote' | 'page';

export async function recordShowing(
  context: Context,
  actor: Actor,
  evidenceId: string,
  how: Showing,
): Promise<void> {
  await actAs(context, actor, 'evidence.shown', async (writes) => {
    const { id, quote, opened } = await requireEvidence(writes, evidenceId, actor.id);
    if (opened === null) throw new Refusal('validation_failed', 'This evidence has no stored document.');
    if (!opened)
      throw new Refusal(
        'conflict',
        'You have not opened the document of this evidence, so it was not shown.',
      );
    if (how === 'quote' && quote === null)
      throw new Refusal('validation_failed', 'This evidence cites no quote.');
    const written = await writes
      .insertInto('evidence_showings')
      .values({ staff_id: actor.id, evidence_id: id, how, shown_at: context.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('how')
      .execute();
    if (written.length > 0)
      await recordAct(context, writes, actor, 'evidence.shown', `evidence/${id}`, null, { how });
  });
}

/** Of documents that the person has opened, all at once. */
export async function recordShowings(
  context: Context,
  actor: Actor,
  evidenceIds: readonly string[],
  how: Showing,
): Promise<void> {
  const known = await shownTo(context.store.db, actor.id, evidenceIds);
  const fresh = evidenceIds.filter((id) => !known.has(id));
  if (fresh.length === 0) return;
  await actAs(context, actor, 'evidence.shown', async (writes) => {
    for (const portion of inPortions(fresh, 100)) {
      const opened = await writes
        .selectFrom('evidence')
        .innerJoin('document_openings', 'document_openings.sha256', 'evidence.sha256')
        .select('evidence.id')
        .where('document_openings.staff_id', '=', actor.id)
        .where('evidence.id', 'in', portion)
        .execute();
      if (opened.length === 0) continue;
      const now = context.clock();
      await writes
        .insertInto('evidence_showings')
        .values(opened.map(({ id }) => ({ staff_id: actor.id, evidence_id: id, how, shown_at: now })))
        .execute();
      for (const { id } of opened)
        await recordAct(context, writes, actor, 'evidence.shown', `evidence/${id}`, null, { how });
    }
  });
}

/** The evidence that was shown to this person, of these. */
export async function shownTo(
  db: Queries | Writes,
  staffId: string,
  evidenceIds: readonly string[],
): Promise<Set<string>> {
  const shown = new Set<string>();
  for (const portion of inPortions([...new Set(evidenceIds)])) {
    const rows = await db
      .selectFrom('evidence_showings')
      .select('evidence_id')
      .where('staff_id', '=', staffId)
      .where('evidence_id', 'in', portion)
      .execute();
    for (const { evidence_id } of rows) shown.add(evidence_id);
  }
  return shown;
}
