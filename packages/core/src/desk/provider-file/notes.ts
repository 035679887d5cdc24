// Notes on providers: what somebody on the staff wants others to know. They stay as they are.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { requireProvider } from '../providers/providers.ts';

/** Returns the id of the note. */
export async function addNote(
  context: Context,
  actor: Actor,
  idOrSlug: string,
  given: string,
): Promise<string> {
  const text = given.trim().normalize('NFC');
  if (text === '') throw new Refusal('validation_failed', 'A note needs a text.');
  return actAs(context, actor, 'providers.add_note', async (writes) => {
    const { id: provider_id } = await requireProvider(writes, idOrSlug);
    const id = context.newId();
    const note = { id, provider_id, text, written_by: actor.id, written_at: context.clock() };
    await writes.insertInto('provider_notes').values(note).execute();
    await recordAct(context, writes, actor, 'provider.noted', `provider/${provider_id}`, null, {
      note_id: id,
      text,
    });
    return id;
  });
}
