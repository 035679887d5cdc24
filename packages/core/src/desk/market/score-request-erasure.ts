// Erases what the sender of a score request wrote about themselves. The request and its outcome stay.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { ERASED, eraseInAudit } from '../../context/erasure.ts';
import { forgetAnswerTo } from '../../context/idempotent-answers.ts';
import { Refusal } from '../../context/refusal.ts';
import { declareRedaction } from '../../store/records/chained-work.ts';
import type { Writes } from '../../store/store.ts';
import { requestById } from './score-request-decisions.ts';

export type ErasedPart = 'contact_email' | 'message' | 'notes';

/** Notes of the desk are erased only on request, because they give the reasons of a decision. Returns what was erased. */
export function eraseScoreRequest(
  context: Context,
  given: Actor,
  id: string,
  { notes = false }: { notes?: boolean } = {},
): Promise<ErasedPart[]> {
  return actAs(context, given, 'score_requests.erase', async (writes, actor) => {
    const { contact_email, message } = await requestById(writes, id);
    declareRedaction(writes, { act: 'score_requests.erase', by: actor.id });
    const erased: ErasedPart[] = [];
    if (contact_email !== null) erased.push('contact_email');
    if (message !== null) erased.push('message');
    await writes
      .updateTable('score_requests')
      .set({ contact_email: null, message: null })
      .where('id', '=', id)
      .execute();
    await forgetAnswerTo(writes, id);
    if (notes && (await eraseNotes(writes, id))) erased.push('notes');
    if (erased.length === 0) {
      throw new Refusal('conflict', 'This request has no contact and no message that could be erased.');
    }
    await recordAct(context, writes, actor, 'score_request.erase', id, null, { erased });
    return erased;
  });
}

async function eraseNotes(writes: Writes, id: string): Promise<boolean> {
  const { numUpdatedRows } = await writes
    .updateTable('score_request_notes')
    .set({ note: ERASED })
    .where('request_id', '=', id)
    .where('note', '<>', ERASED)
    .executeTakeFirstOrThrow();
  await eraseInAudit(writes, { subject: id }, { members: ['note'], text: null, by: ERASED });
  return numUpdatedRows > 0n;
}
